import { Alert, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { usePublicSettings } from '../../../lib/api/public-settings.queries.ts';
import { useMe } from '../../../lib/session/me.queries.ts';
import classes from './sign-in.module.css';
import { useMailStatus, useSendTestMail } from './sign-in.queries.ts';

/** Whether mail leaves this server, and a way to try. Nothing is shown in the demo, which sends none. */
export function MailCard() {
  const { t } = useTranslation('management');
  const query = useMailStatus();
  const status = query.data;
  const { demo_mode: isDemo } = usePublicSettings();
  if (isDemo && !status?.configured) return null;
  return (
    <Card title={t('mail.title')} hint={t('mail.hint')}>
      {query.isPending ? <Skeleton height={100} radius={8} /> : null}
      {query.isError && !status ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {status && !status.configured ? <p className={classes.note}>{t('mail.none')}</p> : null}
      {status?.configured ? (
        <Stack gap="md">
          <div>
            <p className={classes.note}>{t('mail.from', { from: status.from })}</p>
            <p className={classes.note}>
              {status.waiting > 0 ? t('mail.waiting', { count: status.waiting }) : t('mail.fine')}
            </p>
          </div>
          {status.failed > 0 ? (
            <Alert color="red" variant="light">
              {t('mail.failed', { count: status.failed })}{' '}
              {status.last_error ? t('mail.lastError', { error: status.last_error }) : null}
            </Alert>
          ) : null}
          <TestMail />
        </Stack>
      ) : null}
    </Card>
  );
}

function TestMail() {
  const { t, i18n } = useTranslation('management');
  const me = useMe();
  const send = useSendTestMail();
  const [to, setTo] = useState(me?.email ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (to.trim()) send.mutate(to.trim());
  };
  return (
    <form onSubmit={submit} noValidate className={classes.line}>
      <TextInput
        label={t('mail.to')}
        type="email"
        autoComplete="email"
        value={to}
        error={send.error ? errorText(send.error, i18n, t('mail.testFailed')) : null}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" loading={send.isPending} disabled={!to.trim()}>
        {t('mail.test')}
      </Button>
    </form>
  );
}
