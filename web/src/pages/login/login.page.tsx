import { Alert, Stack } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DemoCredentials,
  enteredIn,
  fillIn,
  LoginForm,
  useLoginFields,
} from '../../features/auth/login-form.tsx';
import { OtherWays } from '../../features/auth/other-ways.tsx';
import type { SecondStep } from '../../features/auth/second-step.rules.ts';
import { SecondStepForm } from '../../features/auth/second-step-form.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { useStarted } from '../../lib/started.tsx';
import classes from './login.module.css';
import { LoginFrame } from './login-frame.tsx';

export const UserLoginPage = () => <LoginPage mode="user" />;
export const AdminLoginPage = () => <LoginPage mode="admin" />;

function LoginPage({ mode }: { mode: 'user' | 'admin' }) {
  useStarted();
  const { t } = useTranslation(['auth', 'common']);
  const openStartPage = useOpenStartPage();
  const { sign_in } = usePublicSettings();
  const fields = useLoginFields();
  const [username, setUsername] = useState('');
  const [second, setSecond] = useState<SecondStep | null>(null);
  const { next, reason } = useSearch({ strict: false });
  const enter = () => void openStartPage(next);

  if (second)
    return (
      <LoginFrame title={t('second.title')} text={t('second.text')}>
        <SecondStepForm step={second} onSignedIn={enter} onRestart={() => setSecond(null)} />
      </LoginFrame>
    );
  return (
    <LoginFrame
      title={t(`${mode}.title`)}
      text={t(`${mode}.text`)}
      links={
        <>
          <Link to={mode === 'user' ? '/admin/login' : '/login'} search={{ next }}>
            {t(`${mode}.other`)}
          </Link>
          <Link to="/">{t('common:actions.backToHome')}</Link>
        </>
      }
    >
      <Stack gap="md">
        {reason === 'expired' ? (
          <Alert role="status" color="yellow" variant="light" icon={<IconClockPause size={20} aria-hidden />}>
            {t('expired')}
          </Alert>
        ) : null}
        <LoginForm
          mode={mode}
          fields={fields}
          username={username}
          onSignedIn={enter}
          forgot={
            sign_in.password_reset ? (
              <Link to="/login/forgot" className={classes.forgot}>
                {t('forgot.link')}
              </Link>
            ) : null
          }
          onSecondStep={(step) => {
            // Whoever starts again types the password again.
            setUsername(enteredIn(fields).username);
            setSecond(step);
          }}
        />
        <OtherWays next={next} onSignedIn={enter} />
        <DemoCredentials mode={mode} onFill={(account) => fillIn(fields, account)} onSignedIn={enter} />
      </Stack>
    </LoginFrame>
  );
}
