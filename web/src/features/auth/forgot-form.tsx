import { Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useForgotPassword } from './auth.queries.ts';
import { SignInProblem, useSecondsLeft } from './sign-in-problem.tsx';

/** Asks for a link to choose a new password. The answer is the same whether the account exists or not. */
export function ForgotForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('auth');
  const forgot = useForgotPassword();
  const [account, setAccount] = useState('');
  const [missing, setMissing] = useState(false);
  const secondsLeft = useSecondsLeft(forgot.error);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(!account.trim());
    if (account.trim()) forgot.mutate(account.trim(), { onSuccess: onSent });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('forgot.account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
        <SignInProblem
          error={forgot.error}
          secondsLeft={secondsLeft}
          fallback={t('forgot.failed')}
          own={missing ? t('forgot.missing') : null}
        />
        <Button type="submit" fullWidth disabled={secondsLeft > 0} loading={forgot.isPending}>
          {t('forgot.submit')}
        </Button>
      </Stack>
    </form>
  );
}
