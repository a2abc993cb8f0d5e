import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields, NO_PASSWORD } from '../../components/inputs/new-password-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import { passwordProblem } from '../../lib/api/password-problem.ts';
import classes from './account.module.css';
import { useChangePassword } from './account.queries.ts';
import { Problem } from './problem.tsx';

interface PasswordCardProps {
  readonly username: string;
  readonly hasPassword: boolean;
  /** The page is about nothing else: no title of its own, and the field has the focus. */
  readonly isOnlyTask?: boolean;
}

export function PasswordCard({ username, hasPassword, isOnlyTask = false }: PasswordCardProps) {
  const { t } = useTranslation('account');
  return (
    <Card {...(isOnlyTask ? {} : { title: t('password.title'), hint: t('password.hint') })}>
      {hasPassword ? (
        <PasswordForm username={username} isOnlyTask={isOnlyTask} />
      ) : (
        <p className={classes.text}>{t('password.none')}</p>
      )}
    </Card>
  );
}

function PasswordForm({ username, isOnlyTask }: { username: string; isOnlyTask: boolean }) {
  const { t, i18n } = useTranslation(['account', 'auth', 'common']);
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState(NO_PASSWORD);
  const [isSubmitted, setSubmitted] = useState(false);
  const isDifferent = value.password !== value.repeat;
  const refused = passwordProblem(change.error, i18n);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!current || !value.password || isDifferent) return change.reset();
    change.mutate(
      { current_password: current, new_password: value.password },
      {
        onSuccess: () => {
          setCurrent('');
          setValue(NO_PASSWORD);
          setSubmitted(false);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {/* Password managers store the new password for this name. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          className={classes.half ?? ''}
          label={t('password.current')}
          autoComplete="current-password"
          autoFocus={isOnlyTask}
          value={current}
          error={isSubmitted && !current ? t('password.missingCurrent') : null}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
        />
        <NewPasswordFields
          value={value}
          onChange={setValue}
          problem={isSubmitted && !value.password ? t('auth:link.missing') : refused}
          isDifferent={isSubmitted && isDifferent}
        />
        <Problem error={refused ? null : change.error} fallback={t('password.failed')} />
        <Group justify="flex-end">
          <Button type="submit" variant={isOnlyTask ? 'filled' : 'light'} loading={change.isPending}>
            {t('password.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
