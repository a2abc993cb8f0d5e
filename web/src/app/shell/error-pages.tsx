import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { MessagePage } from '../../components/layout/page.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useHost } from '../../lib/api/host.ts';

const RETRY_MS = 5000;

/** The error page of every route: demo not runnable, server unreachable (retries by itself), or a crash. */
export function RootError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const problem = useHost().problem();
  const isUnreachable = error instanceof ApiError && (error.isUnreachable || error.status >= 500);

  useEffect(() => {
    if (!isUnreachable || problem !== null) return;
    const timer = setInterval(() => void router.invalidate(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isUnreachable, problem, router]);

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
  if (isUnreachable) {
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

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')} drawing="page">
      <LinkButton to="/">{t('notFound.action')}</LinkButton>
    </MessagePage>
  );
}
