import { Skeleton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { usePasswordLink } from '../../features/auth/auth.queries.ts';
import { LinkForm } from '../../features/auth/link-form.tsx';
import type { SecondStep } from '../../features/auth/second-step.rules.ts';
import { SecondStepForm } from '../../features/auth/second-step-form.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { LoginFrame } from './login-frame.tsx';

/**
 * The page of an invitation or a reset. The token is in the fragment of the address, which browsers send to no
 * server.
 */
export function LinkPage() {
  const { t } = useTranslation('auth');
  const { hash } = useLocation();
  // The first one stays: the fragment may change while the form is open, as by "Skip to content".
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '');
  const { sign_in } = usePublicSettings();
  const openStartPage = useOpenStartPage();
  const [isUsed, setUsed] = useState(false);
  const link = usePasswordLink(token, isUsed);
  const [second, setSecond] = useState<SecondStep | null>(null);
  const enter = () => {
    setUsed(true);
    void openStartPage();
  };

  if (second)
    return (
      <LoginFrame title={t('second.title')} text={t('second.text')}>
        <SecondStepForm step={second} onSignedIn={enter} onRestart={() => setSecond(null)} />
      </LoginFrame>
    );
  if (link.isPending)
    return (
      <LoginFrame title={t('link.opening')} text={t('done.text')}>
        <Skeleton height={240} radius={8} />
      </LoginFrame>
    );
  if (link.isError && link.error instanceof ApiError && isWorthRetrying(link.error))
    return (
      <LoginFrame title={t('link.opening')} text="">
        <LoadError error={link.error} onRetry={() => void link.refetch()} />
      </LoginFrame>
    );
  if (link.isError)
    return (
      <LoginFrame
        title={t('link.unusable')}
        text={[t('link.unusableText'), sign_in.password_reset ? null : t('link.askOffice')]
          .filter(Boolean)
          .join(' ')}
        links={sign_in.password_reset ? <Link to="/login">{t('forgot.back')}</Link> : null}
      >
        <LinkButton fullWidth to={sign_in.password_reset ? '/login/forgot' : '/login'}>
          {sign_in.password_reset ? t('link.again') : t('forgot.back')}
        </LinkButton>
      </LoginFrame>
    );
  const { name, username, purpose } = link.data;
  return (
    <LoginFrame title={t(`link.${purpose}`)} text={t(`link.${purpose}Text`, { name })}>
      <LinkForm
        token={token}
        purpose={purpose}
        username={username ?? ''}
        onSignedIn={enter}
        onSecondStep={setSecond}
      />
    </LoginFrame>
  );
}

const isWorthRetrying = (error: ApiError) =>
  error.isUnreachable || error.status >= 500 || error.status === 429;
