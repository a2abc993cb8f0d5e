import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/layout/page.tsx';
import { EmailCard } from '../../features/account/email-card.tsx';
import { FactorsCard } from '../../features/account/factors-card.tsx';
import { LinkedCard } from '../../features/account/linked-card.tsx';
import { PasswordCard } from '../../features/account/password-card.tsx';
import { PhonesCard } from '../../features/account/phones/phones-card.tsx';
import { PinCard } from '../../features/account/pin-card.tsx';
import { SessionsCard } from '../../features/account/sessions-card.tsx';
import { TokensCard } from '../../features/account/tokens-card.tsx';
import { useOfficeTexts } from '../../lib/i18n/office-texts.queries.ts';
import { type Me, useMe, useOpenStartPage } from '../../lib/session/me.queries.ts';
import classes from './account.page.module.css';

/** The own account. Whoever has something to do first sees that and nothing else. */
export function AccountPage() {
  useOfficeTexts();
  const me = useMe();
  useLeaveWhenDone(me?.must_do);
  if (!me) return null;
  return me.must_do ? <MustDo me={me} task={me.must_do} /> : <Account me={me} />;
}

/** Goes on to the page that was asked for, else to the start page, once nothing is left to do. Undefined: nobody is signed in. */
function useLeaveWhenDone(task: Me['must_do'] | undefined): void {
  const openStartPage = useOpenStartPage();
  const { next } = useSearch({ from: '/account' });
  const before = useRef(task);
  const leave = useEffectEvent(() => void openStartPage(next));
  useEffect(() => {
    if (before.current && task === null) leave();
    before.current = task;
  }, [task]);
}

function MustDo({ me, task }: { me: Me; task: NonNullable<Me['must_do']> }) {
  const { t } = useTranslation('account');
  return (
    <Page title={t(`mustDo.${task}`)} narrow>
      <header className={classes.head}>
        <h1>{t(`mustDo.${task}`)}</h1>
        <p>{t(`mustDo.${task}Text`)}</p>
      </header>
      {task === 'password' ? (
        <PasswordCard username={me.user.username ?? ''} hasPassword isOnlyTask />
      ) : (
        <FactorsCard isOnlyTask />
      )}
    </Page>
  );
}

function Account({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const { name, username } = me.user;
  return (
    <Page title={t('title')} narrow>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <p>
          {t('text', { name })} {username ? t('username', { username }) : null}
        </p>
      </header>
      <Stack gap="md">
        <PasswordCard username={username ?? ''} hasPassword={me.has_password} />
        <EmailCard email={me.email} />
        <LinkedCard />
        <FactorsCard />
        {me.has_attendance ? <PinCard /> : null}
        {me.has_attendance ? <PhonesCard /> : null}
        <SessionsCard />
        <TokensCard />
      </Stack>
    </Page>
  );
}
