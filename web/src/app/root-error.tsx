import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../components/message-page.tsx';
import { ApiError } from '../lib/api-error.ts';
import { useDemo } from '../lib/demo.ts';

const TRY_AGAIN_MS = 5000;

/** The server is away, or a page broke: say which, and try again. */
export function RootError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const problem = useDemo()?.problem() ?? null;
  const isAway = error instanceof ApiError && (error.isUnreachable || error.status >= 500);

  useEffect(() => {
    if (!isAway || problem !== null) return;
    const timer = setInterval(() => void router.invalidate(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway, problem, router]);

  if (problem !== null) {
    return (
      <main id="content">
        <MessagePage
          title={t('demo.brokenTitle')}
          text={`${t('demo.brokenText')} ${problem}`}
          drawing="server"
        >
          <Button onClick={() => location.reload()}>{t('crashed.action')}</Button>
        </MessagePage>
      </main>
    );
  }
  if (isAway) {
    return (
      <main id="content">
        <MessagePage
          title={t('unreachable.title')}
          text={`${t('unreachable.text')} ${t('unreachable.attendance')}`}
          drawing="server"
        >
          <Button onClick={() => void router.invalidate().then(reset)}>{t('actions.retry')}</Button>
        </MessagePage>
      </main>
    );
  }
  return (
    <main id="content">
      <MessagePage title={t('crashed.title')} text={t('crashed.text')} drawing="page">
        <Button onClick={() => location.reload()}>{t('crashed.action')}</Button>
      </MessagePage>
    </main>
  );
}
