import { Select, type SelectProps, TextInput } from '@mantine/core';
import { hasSection, kindsFirst, PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { useTranslation } from 'react-i18next';
import { useInstitutionKind } from '../../lib/api/public-settings.queries.ts';
import { useReach } from '../../lib/session/me.queries.ts';

interface RegistrableKinds {
  /** The most usual one first. */
  readonly kinds: readonly RegistrableKind[];
  readonly needsSection: boolean;
  readonly hasSection: (kind: RegistrableKind) => boolean;
}

/** Whom the account may register: an office of some sections only who has a section. */
export function useRegistrableKinds(): RegistrableKinds {
  const of = useInstitutionKind();
  const needsSection = useReach('people.manage')?.reach === 'sections';
  const has = (kind: RegistrableKind) => hasSection(kind, of);
  const kinds = kindsFirst(of);
  return { kinds: needsSection ? kinds.filter(has) : kinds, needsSection, hasSection: has };
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
