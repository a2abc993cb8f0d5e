import { Button, Loader } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicketSignIn } from '../../features/auth/auth.queries.ts';
import { readSecondStep } from '../../features/auth/second-step.rules.ts';
import { SecondStepForm } from '../../features/auth/second-step-form.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { returnAddress } from '../../lib/session/sign-in-address.ts';
import { LoginFrame } from './login-frame.tsx';

/** What a provider's sign-in came back with, in the fragment of the address. */
function readReturn(hash: string) {
  const found = new URLSearchParams(hash);
  return {
    ticket: found.get('ticket'),
    error: found.get('error'),
    next: returnAddress(found.get('next')),
  };
}

/** Where a provider's sign-in ends: exchanges the ticket for a session, or says why there is none. */
export function ProviderDonePage() {
  const { t, i18n } = useTranslation('auth');
  const { hash } = useLocation();
  const [back] = useState(() => readReturn(hash));
  const { mutate, error, reset } = useTicketSignIn();
  const navigate = useNavigate();
  const openStartPage = useOpenStartPage();
  const enter = () => void openStartPage(back.next);
  const begin = useEffectEvent(() => {
    // The ticket works once: a reload or the way back must not send it again.
    void navigate({ to: '.', hash: '', replace: true });
    if (back.ticket) mutate(back.ticket, { onSuccess: enter });
  });
  useEffect(() => begin(), []);

  const second = readSecondStep(error);
  const restart = () => void navigate({ to: '/login' });
  if (second)
    return (
      <LoginFrame title={t('second.title')} text={t('second.text')}>
        <SecondStepForm step={second} onSignedIn={enter} onRestart={restart} />
      </LoginFrame>
    );
  if (back.ticket && !error)
    return (
      <LoginFrame title={t('done.title')} text={t('done.text')}>
        <Loader aria-label={t('done.text')} />
      </LoginFrame>
    );
  const key = `errors:${back.error}`;
  const reason = back.error && i18n.exists(key) ? i18n.t(key as 'errors:internal') : t('done.failedText'); // exists() has checked the key
  return (
    <LoginFrame title={t('done.failed')} text={error ? errorText(error, i18n, reason) : reason}>
      <Button
        fullWidth
        onClick={() => {
          reset();
          restart();
        }}
      >
        {t('done.again')}
      </Button>
    </LoginFrame>
  );
}
