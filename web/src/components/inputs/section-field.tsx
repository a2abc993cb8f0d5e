import { Select, type SelectProps, TextInput } from '@mantine/core';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { REGISTRABLE_KINDS, type RegistrableKind } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { useReach } from '../../lib/session/me.queries.ts';

/** What an office of some sections may register: their students. Everybody else has no section. */
export function useRegistrableKinds(): { kinds: readonly RegistrableKind[]; needsSection: boolean } {
  const needsSection = useReach('people.manage')?.reach === 'sections';
  return { kinds: needsSection ? ['student'] : REGISTRABLE_KINDS, needsSection };
}

interface SectionFieldProps extends Pick<SelectProps, 'error' | 'onFocus' | 'onBlur'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Class/section of a person: free text, or one of the sections of an office. */
export function SectionField({ value = '', onChange, ...rest }: SectionFieldProps) {
  const { t } = useTranslation('people');
  const reach = useReach('people.manage');
  if (reach?.sections)
    return (
      <Select
        label={t('form.section')}
        required
        allowDeselect={false}
        data={[...reach.sections]}
        value={value || null}
        onChange={(next) => onChange?.(next ?? '')}
        {...rest}
      />
    );
  return (
    <TextInput
      label={t('form.section')}
      placeholder={t('form.optional')}
      maxLength={PEOPLE_LIMITS.section}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      error={rest.error}
    />
  );
}
