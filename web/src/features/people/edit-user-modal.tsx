import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { REGISTRABLE_KINDS, type RegistrableKind } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { SectionField, useRegistrableKinds } from '../../components/inputs/section-field.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { fieldTexts } from '../../lib/api/api-error.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { type User, useUpdateUser } from './people.queries.ts';

interface EditUserModalProps {
  /** Without a known phone number there is no field for it, so that it is not removed unseen. */
  readonly user: Omit<User, 'email' | 'contact_phone'> & {
    readonly contact_phone?: string | null | undefined;
  };
  readonly onClose: () => void;
  /** Called with the person's id, which may have changed. */
  readonly onSaved?: (id: string) => void;
}

export function EditUserModal(props: EditUserModalProps) {
  const { t } = useTranslation('people');
  return (
    <FormModal title={t('editTitle')} onClose={props.onClose}>
      <EditUserForm {...props} />
    </FormModal>
  );
}

function EditUserForm({ user, onClose, onSaved }: EditUserModalProps) {
  const { t, i18n } = useTranslation(['people', 'common']);
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
      contact_phone: user.contact_phone ?? '',
    },
    validate: { name: required, user_id: required, username: required },
  });
  const markSaved = useUnsaved(form.isDirty());
  const submit = form.onSubmit(({ class_section, contact_phone, ...values }) =>
    update.mutate(
      {
        id: user.id,
        changes: {
          ...values,
          class_section: class_section.trim() || null,
          ...(user.contact_phone === undefined ? {} : { contact_phone: contact_phone.trim() }),
        },
      },
      {
        onSuccess: () => {
          // The profile may move to another address now.
          markSaved();
          onSaved?.(values.user_id.trim());
          onClose();
        },
        onError: (error) => form.setErrors(fieldTexts(error, i18n)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <UserFields form={form} hasPhone={user.contact_phone !== undefined} />
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
  );
}

interface UserFieldValues {
  name: string;
  user_id: string;
  username: string;
  type: RegistrableKind;
  class_section: string;
  contact_phone: string;
}

/** The fields of a person that can be edited. */
function UserFields({ form, hasPhone }: { form: UseFormReturnType<UserFieldValues>; hasPhone: boolean }) {
  const { t } = useTranslation(['people', 'common']);
  const { kinds, hasSection } = useRegistrableKinds();
  return (
    <>
      <TextInput
        label={t('form.name')}
        required
        maxLength={PEOPLE_LIMITS.name}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('form.id')}
        required
        maxLength={PEOPLE_LIMITS.code}
        autoComplete="off"
        {...form.getInputProps('user_id')}
      />
      <TextInput
        label={t('form.username')}
        required
        maxLength={PEOPLE_LIMITS.username}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('username')}
      />
      <Select
        label={t('form.type')}
        required
        data={kinds.map((value) => ({ value, label: t(`common:types.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {hasSection(form.getValues().type) ? <SectionField {...form.getInputProps('class_section')} /> : null}
      {hasPhone ? (
        <TextInput
          type="tel"
          label={t('form.phone')}
          description={t('form.phoneHint')}
          maxLength={PEOPLE_LIMITS.phone}
          autoComplete="off"
          {...form.getInputProps('contact_phone')}
        />
      ) : null}
    </>
  );
}
