import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordLeast } from '@rollcall/core/auth/auth.rules';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { SectionField, useRegistrableKinds } from '../../components/inputs/section-field.tsx';
import { fieldTexts } from '../../lib/api/api-error.ts';
import { passwordProblem } from '../../lib/api/password-problem.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { useRegisterUser } from './enrolment.queries.ts';
import type { FaceSubject } from './enrolment.reducer.ts';

/** Nobody has a role when they are registered. */
const leastOf = (kind: RegistrableKind) => passwordLeast({ kind, role: 'member' });

interface DetailsFormProps {
  readonly onRegistered: (subject: FaceSubject) => void;
  readonly onCancel: () => void;
}

/** Step 1: the person's details. Next is enabled once every required field is filled. */
export function DetailsForm({ onRegistered, onCancel }: DetailsFormProps) {
  const { t, i18n } = useTranslation(['registration', 'people', 'common']);
  const register = useRegisterUser();
  const { kinds, needsSection, hasSection } = useRegistrableKinds();
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      name: '',
      user_id: '',
      username: '',
      password: '',
      type: kinds[0] ?? 'student',
      class_section: '',
      contact_phone: '',
    },
    validateInputOnBlur: ['password'],
    validate: {
      password: (value, { type }) =>
        value.length >= leastOf(type) ? null : t('people:form.shortPassword', { min: leastOf(type) }),
    },
  });
  useUnsaved(form.isDirty());
  const { name, user_id, username, password, type, class_section } = form.getValues();
  const isComplete =
    [name, user_id, username, ...(needsSection ? [class_section] : [])].every((text) => text.trim()) &&
    password.length >= leastOf(type);

  const submit = form.onSubmit(({ class_section, ...values }) =>
    register.mutate(
      { ...values, class_section: class_section.trim() || null },
      {
        onSuccess: ({ user }) => onRegistered({ id: user.id, name: user.name }),
        onError: (error) => {
          const password = passwordProblem(error, i18n, 'password');
          form.setErrors({ ...fieldTexts(error, i18n), ...(password ? { password } : {}) });
        },
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('people:form.name')}
          required
          data-autofocus
          maxLength={PEOPLE_LIMITS.name}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Group grow align="flex-start">
          <TextInput
            label={t('people:form.id')}
            required
            maxLength={PEOPLE_LIMITS.code}
            autoComplete="off"
            {...form.getInputProps('user_id')}
          />
          <Select
            label={t('people:form.type')}
            required
            data={kinds.map((value) => ({ value, label: t(`common:types.${value}`) }))}
            {...form.getInputProps('type')}
          />
        </Group>
        <TextInput
          label={t('people:form.username')}
          required
          maxLength={PEOPLE_LIMITS.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={t('people:form.password')}
          description={t('people:form.passwordHint', { min: leastOf(type) })}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('common:actions.showPassword'), tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        {hasSection(type) ? <SectionField {...form.getInputProps('class_section')} /> : null}
        <TextInput
          type="tel"
          label={t('people:form.phone')}
          description={t('people:form.phoneHint')}
          maxLength={PEOPLE_LIMITS.phone}
          autoComplete="off"
          {...form.getInputProps('contact_phone')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={register.isPending}>
            {t('next')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
