import { Button, Stack } from '@mantine/core';
import { DEMO_PINS } from '@rollcall/core/demo-data/demo-pins';
import {
  IconBuildingCommunity,
  IconChalkboard,
  IconDeviceTablet,
  IconSchool,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoKioskButton } from '../../components/demo/demo-kiosk-button.tsx';
import { Credential } from '../../components/display/credential.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { useAdminLogin, useUserLogin } from '../../features/auth/auth.queries.ts';
import { errorText } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './home.module.css';

/** The demo accounts; outside demo mode only links to the two login pages. */
export function DemoSection() {
  const { t, i18n } = useTranslation('home');
  const { demo_credentials: demo, institution_name } = usePublicSettings();
  const { isInBrowser } = useHost();
  const openStartPage = useOpenStartPage();
  const user = useUserLogin();
  const admin = useAdminLogin();
  const outcome = {
    onSuccess: () => void openStartPage(),
    onError: (error: unknown) => toast('error', errorText(error, i18n, t('demo.failed'))),
  };
  const openAdmin = () => demo && admin.mutate({ username: '', password: demo.admin.password }, outcome);
  return (
    <section id="demo" className={classes.section}>
      <h2 className={classes.title}>{demo ? t('demo.title') : institution_name || t('demo.closedTitle')}</h2>
      <p className={classes.intro}>{demo ? t('demo.text') : t('demo.closedText')}</p>
      <div className={`${classes.grid} ${classes.two}`}>
        <DemoCard
          kind="user"
          icon={<IconSchool size={24} aria-hidden />}
          account={demo?.user}
          isBusy={user.isPending && user.variables === demo?.user}
          onOpen={() => demo && user.mutate(demo.user, outcome)}
        />
        <DemoCard
          kind="admin"
          icon={<IconShieldCheck size={24} aria-hidden />}
          account={demo?.admin}
          isBusy={admin.isPending}
          onOpen={openAdmin}
        />
        {demo
          ? (['teacher', 'office'] as const).map((kind) => {
              const Icon = kind === 'teacher' ? IconChalkboard : IconBuildingCommunity;
              return (
                <DemoCard
                  key={kind}
                  kind={kind}
                  icon={<Icon size={24} aria-hidden />}
                  account={demo[kind]}
                  isBusy={user.isPending && user.variables === demo[kind]}
                  onOpen={() => user.mutate(demo[kind], outcome)}
                />
              );
            })
          : null}
        {demo && isInBrowser ? <KioskCard /> : null}
      </div>
      {demo ? (
        <div className={classes.notice}>
          <p>
            <strong>{t('demo.notice.title')}.</strong>{' '}
            {isInBrowser ? t('demo.notice.inBrowser') : t('demo.notice.text')}
          </p>
          <a href={__REPOSITORY_URL__} target="_blank" rel="noreferrer" className={classes.how}>
            {t('demo.notice.link')}
          </a>
        </div>
      ) : null}
    </section>
  );
}

/** The kiosk, in this tab, with one click. */
function KioskCard() {
  const { t } = useTranslation('home');
  const [{ code, pin }] = DEMO_PINS;
  return (
    <article className={`${classes.tile} ${classes.wide}`}>
      <span className={classes.icon}>
        <IconDeviceTablet size={24} aria-hidden />
      </span>
      <h3>{t('demo.kiosk.title')}</h3>
      <p>{t('demo.kiosk.text')}</p>
      <Stack gap={8} mt={16}>
        <Credential label={t('demo.kiosk.number')} value={code} />
        <Credential label={t('demo.kiosk.pin')} value={pin} />
      </Stack>
      <div className={classes.demoAction}>
        <DemoKioskButton variant="light" fullWidth />
      </div>
    </article>
  );
}

interface DemoCardProps {
  readonly kind: 'user' | 'admin' | 'teacher' | 'office';
  readonly icon: ReactNode;
  readonly account: { readonly username?: string; readonly password: string } | undefined;
  readonly isBusy: boolean;
  readonly onOpen: () => void;
}

/** Signs in to the demo account with one click; also shows the credentials and a link to the login page. */
function DemoCard({ kind, icon, account, isBusy, onOpen }: DemoCardProps) {
  const { t } = useTranslation('home');
  const to = kind === 'admin' ? '/admin/login' : '/login';
  return (
    <article className={classes.tile}>
      <span className={classes.icon}>{icon}</span>
      <h3>{t(`demo.${kind}.title`)}</h3>
      <p>{t(`demo.${kind}.text`)}</p>
      {account ? (
        <Stack gap={8} mt={16}>
          {account.username ? <Credential label={t('demo.username')} value={account.username} /> : null}
          <Credential label={t('demo.password')} value={account.password} />
        </Stack>
      ) : null}
      <div className={classes.demoAction}>
        {account ? (
          <>
            <Button variant="light" fullWidth loading={isBusy} onClick={onOpen}>
              {t(`demo.${kind}.action`)}
            </Button>
            <Link to={to} className={classes.self}>
              {t('demo.self')}
            </Link>
          </>
        ) : (
          <LinkButton to={to} variant="light" fullWidth>
            {kind === 'user' ? t('demo.signInUser') : t('demo.signInAdmin')}
          </LinkButton>
        )}
      </div>
    </article>
  );
}
