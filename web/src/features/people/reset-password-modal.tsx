import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { passwordLeast } from '@rollcall/core/auth/auth.rules';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { passwordProblem } from '../../lib/api/password-problem.ts';
import { type User, useResetPassword } from './people.queries.ts';

export function ResetPasswordModal({ user, onClose }: { user: User; onClose: () => void }) {
  const { t, i18n } = useTranslation(['people', 'common']);
  const reset = useResetPassword();
  // The list does not say who has a role: the server asks more of a student who has one.
  const min = passwordLeast({ kind: user.type, role: 'member' });
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!password) return setProblem(t('noPassword'));
    if (password.length < min) return setProblem(t('form.shortPassword', { min }));
    reset.mutate(
      { id: user.id, password },
      { onSuccess: onClose, onError: (error) => setProblem(passwordProblem(error, i18n, 'password')) },
    );
  };
  return (
    <FormModal title={t('passwordTitle')} onClose={onClose} isUnsaved={password !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <p style={{ margin: 0 }}>{t('passwordText', { name: user.name })}</p>
          <PasswordInput
            label={t('newPassword')}
            description={t('form.passwordHint', { min })}
            autoComplete="new-password"
            data-autofocus
            value={password}
            error={problem}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setProblem(null);
            }}
            visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={reset.isPending}>
              {t('passwordTitle')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
