import { Button, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields, NO_PASSWORD } from '../../components/inputs/new-password-fields.tsx';
import { passwordProblem } from '../../lib/api/password-problem.ts';
import { useChoosePassword } from './auth.queries.ts';
import { readSecondStep, type SecondStep } from './second-step.rules.ts';
import { SignInProblem, useSecondsLeft } from './sign-in-problem.tsx';

interface LinkFormProps {
  readonly token: string;
  readonly purpose: 'reset' | 'invitation';
  readonly username: string;
  readonly onSignedIn: () => void;
  readonly onSecondStep: (step: SecondStep) => void;
}

/** Chooses the password of an invited person, or a new one after a reset. */
export function LinkForm({ token, purpose, username, onSignedIn, onSecondStep }: LinkFormProps) {
  const { t, i18n } = useTranslation('auth');
  const choose = useChoosePassword(token);
  const [value, setValue] = useState(NO_PASSWORD);
  const [isSubmitted, setSubmitted] = useState(false);
  const secondsLeft = useSecondsLeft(choose.error);
  const isDifferent = value.password !== value.repeat;
  const refused = passwordProblem(choose.error, i18n);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!value.password || isDifferent) return choose.reset();
    choose.mutate(value.password, {
      onSuccess: onSignedIn,
      onError: (error) => {
        const step = readSecondStep(error);
        if (step) onSecondStep(step);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('link.username')}
          description={purpose === 'invitation' ? t('link.usernameHint') : null}
          autoComplete="username"
          readOnly
          value={username}
        />
        <NewPasswordFields
          value={value}
          onChange={setValue}
          autoFocus
          problem={isSubmitted && !value.password ? t('link.missing') : refused}
          isDifferent={isSubmitted && isDifferent}
        />
        <SignInProblem
          error={refused || readSecondStep(choose.error) ? null : choose.error}
          secondsLeft={secondsLeft}
          fallback={t('link.failed')}
        />
        <Button type="submit" fullWidth disabled={secondsLeft > 0} loading={choose.isPending}>
          {t(purpose === 'reset' ? 'link.submitReset' : 'link.submitInvitation')}
        </Button>
      </Stack>
    </form>
  );
}
