import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';

export interface UserFieldValues {
  name: string;
  user_id: string;
  username: string;
  type: RegistrableKind;
  class_section: string;
}

interface UserFieldsProps {
  readonly form: UseFormReturnType<UserFieldValues>;
  readonly types: readonly RegistrableKind[];
}

/** The fields an administrator may change about a person. */
export function UserFields({ form, types }: UserFieldsProps) {
  const { t } = useTranslation(['people', 'common']);
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
        data={types.map((value) => ({ value, label: t(`common:types.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {form.getValues().type === 'student' ? (
        <TextInput
          label={t('form.section')}
          placeholder={t('form.optional')}
          maxLength={PEOPLE_LIMITS.section}
          {...form.getInputProps('class_section')}
        />
      ) : null}
    </>
  );
}
