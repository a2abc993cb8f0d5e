import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Credential } from '../../components/display/credential.tsx';
import { Card } from '../../components/layout/card.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { type Credentials, useAdminLogin, useUserLogin } from './auth.queries.ts';

interface LoginFormProps {
  readonly mode: 'user' | 'admin';
  /** Controlled by the page, so that DemoCredentials can fill it in. */
  readonly value: Credentials;
  readonly onChange: (value: Credentials) => void;
  readonly onSignedIn: (role: 'admin' | 'user') => void;
}

export function LoginForm({ mode, value, onChange, onSignedIn }: LoginFormProps) {
  const { t, i18n } = useTranslation(['auth', 'common']);
  const userLogin = useUserLogin();
  const adminLogin = useAdminLogin();
  const login = mode === 'admin' ? adminLogin : userLogin;
  const [missing, setMissing] = useState(false);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const isMissing = !value.password || (mode === 'user' && !value.username.trim());
    setMissing(isMissing);
    if (isMissing) return login.reset();
    login.mutate(value, { onSuccess: ({ role }) => onSignedIn(role) });
  };

  const missingText = mode === 'admin' ? t('missingAdmin') : t('missingUser');
  const problem = missing ? missingText : login.error ? errorText(login.error, i18n, t('failed')) : null;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {mode === 'user' ? (
          <TextInput
            label={t('user.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={value.username}
            onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
          />
        ) : null}
        <PasswordInput
          label={mode === 'admin' ? t('admin.password') : t('user.password')}
          autoComplete="current-password"
          autoFocus={mode === 'admin'}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
        />
        <div>
          <div aria-live="assertive">
            {problem ? (
              <Alert color="red" variant="light" mb="md" icon={<IconAlertTriangle size={20} aria-hidden />}>
                {problem}
              </Alert>
            ) : null}
          </div>
          <Button type="submit" fullWidth loading={login.isPending} loaderProps={{ children: t('busy') }}>
            {t('submit')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Demo accounts to copy or fill in. Shown only if the server sends demo credentials. */
export function DemoCredentials({
  mode,
  onFill,
}: {
  mode: 'user' | 'admin';
  onFill: (value: Credentials) => void;
}) {
  const { t } = useTranslation('auth');
  const { demo_credentials: demo } = usePublicSettings();
  if (!demo) return null;
  const account = mode === 'admin' ? { username: '', password: demo.admin.password } : demo.user;
  return (
    <Card
      title={t('demo.title')}
      hint={t('demo.hint')}
      actions={
        <Button size="xs" variant="light" onClick={() => onFill(account)}>
          {t('demo.fill')}
        </Button>
      }
    >
      <Stack gap={8}>
        {mode === 'user' ? <Credential label={t('user.username')} value={account.username} /> : null}
        <Credential label={t('user.password')} value={account.password} />
      </Stack>
    </Card>
  );
}
