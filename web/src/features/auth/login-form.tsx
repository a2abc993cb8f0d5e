import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Credential } from '../../components/display/credential.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { type Credentials, useAdminLogin, useUserLogin } from './auth.queries.ts';
import { DemoTrials } from './demo-trials.tsx';
import { readSecondStep, type SecondStep } from './second-step.rules.ts';
import { SignInProblem, useSecondsLeft } from './sign-in-problem.tsx';

/** The fields of the form, which keep their text themselves. */
export interface LoginFields {
  readonly username: RefObject<HTMLInputElement | null>;
  readonly password: RefObject<HTMLInputElement | null>;
}

export const useLoginFields = (): LoginFields => ({
  username: useRef<HTMLInputElement>(null),
  password: useRef<HTMLInputElement>(null),
});

export const enteredIn = ({ username, password }: LoginFields): Credentials => ({
  username: username.current?.value ?? '',
  password: password.current?.value ?? '',
});

export function fillIn({ username, password }: LoginFields, account: Credentials): void {
  if (username.current) username.current.value = account.username;
  if (password.current) password.current.value = account.password;
}

interface LoginFormProps {
  readonly mode: 'user' | 'admin';
  /**
   * The page's, so that DemoCredentials can fill it in. React keeps no state of the fields: what is typed into the
   * prerendered page, or filled in by the browser, is there when the app starts.
   */
  readonly fields: LoginFields;
  /** Whoever starts again finds their name. */
  readonly username: string;
  readonly onSignedIn: () => void;
  /** A link below the button: it appears once the server has said that it can send mail. */
  readonly forgot: ReactNode;
  /** The password was right, and the account has a second factor. */
  readonly onSecondStep: (step: SecondStep) => void;
}

export function LoginForm(props: LoginFormProps) {
  const { mode, fields, onSignedIn, onSecondStep, forgot } = props;
  const { t } = useTranslation(['auth', 'common']);
  const { sign_in } = usePublicSettings();
  const userLogin = useUserLogin();
  const adminLogin = useAdminLogin();
  const login = mode === 'admin' ? adminLogin : userLogin;
  const [missing, setMissing] = useState(false);
  const secondsLeft = useSecondsLeft(login.error);
  // The settings may be older than the second administrator.
  const isUsernameNeeded = login.error instanceof ApiError && login.error.code === 'username_needed';
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isUsernameNeeded && !wasNeeded) setWasNeeded(true);
  const hasUsername = mode === 'user' || sign_in.admin_username || wasNeeded;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const entered = enteredIn(fields);
    const username = entered.username.trim();
    const isMissing = !entered.password || (hasUsername && !username);
    setMissing(isMissing);
    if (isMissing) return login.reset();
    login.mutate(
      { username, password: entered.password },
      {
        onSuccess: onSignedIn,
        onError: (error) => {
          const step = readSecondStep(error);
          if (step) onSecondStep(step);
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasUsername ? (
          <TextInput
            label={t('user.username')}
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            ref={fields.username}
            defaultValue={props.username}
          />
        ) : null}
        <PasswordInput
          label={mode === 'admin' ? t('admin.password') : t('user.password')}
          autoComplete="current-password"
          autoFocus={!hasUsername}
          ref={fields.password}
          visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
        />
        <SignInProblem
          error={readSecondStep(login.error) ? null : login.error}
          secondsLeft={secondsLeft}
          fallback={t('failed')}
          own={missing ? (hasUsername ? t('missingUser') : t('missingAdmin')) : null}
        />
        <Button
          type="submit"
          fullWidth
          disabled={secondsLeft > 0}
          loading={login.isPending}
          loaderProps={{ children: t('busy') }}
        >
          {t('submit')}
        </Button>
        {forgot}
      </Stack>
    </form>
  );
}

/** Demo accounts to copy, to fill in or to try at once. Shown only if the server sends demo credentials. */
export function DemoCredentials({
  mode,
  onFill,
  onSignedIn,
}: {
  mode: 'user' | 'admin';
  onFill: (value: Credentials) => void;
  onSignedIn: () => void;
}) {
  const { t } = useTranslation(['auth', 'common']);
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
        <DemoTrials onSignedIn={onSignedIn} />
      </Stack>
    </Card>
  );
}
