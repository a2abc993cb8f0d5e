import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { type User, useUpdateUser } from './people.queries.ts';
import { UserFields, type UserFieldValues } from './user-fields.tsx';

interface EditUserModalProps {
  readonly user: User;
  readonly onClose: () => void;
  /** The id may have changed: whoever shows the person by it wants to know. */
  readonly onSaved?: (id: string) => void;
}

export function EditUserModal({ user, onClose, onSaved }: EditUserModalProps) {
  const { t } = useTranslation(['people', 'common']);
  const update = useUpdateUser();
  const required = (value: string) => (value.trim() ? null : t('form.required'));
  const form = useForm<UserFieldValues>({
    mode: 'controlled',
    initialValues: {
      name: user.name,
      user_id: user.id,
      username: user.username ?? '',
      type: REGISTRABLE_KINDS.find((kind) => kind === user.type) ?? 'student',
      class_section: user.class_section ?? '',
    },
    validate: { name: required, user_id: required, username: required },
  });
  const submit = form.onSubmit(({ class_section, ...values }) =>
    update.mutate(
      { id: user.id, changes: { ...values, class_section: class_section.trim() || null } },
      {
        onSuccess: () => {
          onSaved?.(values.user_id);
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError) form.setErrors({ ...error.fields });
        },
      },
    ),
  );
  return (
    <Sheet title={t('editTitle')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <UserFields form={form} types={REGISTRABLE_KINDS} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" loading={update.isPending}>
              {t('common:actions.saveChanges')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}
