import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ProblemNote } from '../../components/feedback/problem-note.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { errorText, fieldTexts } from '../../lib/api/api-error.ts';
import { type Account, useChangeAccount, useOwners } from './accounts.queries.ts';
import { changeOf, lacksSections, RoleFields, type RoleValues, useGivenRoles } from './role-fields.tsx';

/** Changes the role of an account, what it reaches, and its address. */
export function ChangeAccountModal({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t, i18n } = useTranslation(['management', 'common']);
  const change = useChangeAccount(account.user_id);
  const roles = useGivenRoles({ hasAttendance: account.type !== 'admin' });
  const owners = useOwners().data ?? [];
  const isLastOwner = account.role === 'owner' && owners.every((id) => id === account.user_id);
  const form = useForm<RoleValues>({
    mode: 'controlled',
    initialValues: { role: account.role, sections: account.sections, email: account.email ?? '' },
    validate: {
      sections: (_, values) => (lacksSections(values) ? t('accounts.form.sectionNeeded') : null),
    },
  });
  const submit = form.onSubmit((values) =>
    change.mutate(changeOf(values), {
      onSuccess: onClose,
      onError: (error) => form.setErrors(fieldTexts(error, i18n)),
    }),
  );
  return (
    <FormModal
      title={t('accounts.changeTitle', { name: account.name })}
      onClose={onClose}
      isUnsaved={form.isDirty()}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RoleFields
            value={form.values}
            onChange={form.setValues}
            errors={form.errors}
            roles={roles}
            emailHint={t('accounts.form.emailUse')}
            locked={isLastOwner ? t('accounts.lastOwner') : null}
          />
          {account.role !== 'teacher' && form.getValues().role === 'teacher' ? (
            <Alert color="gray" variant="light">
              {t('accounts.teacherHint')}
            </Alert>
          ) : null}
          <ProblemNote text={change.error && errorText(change.error, i18n, t('accounts.failed'))} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {t('common:actions.saveChanges')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
