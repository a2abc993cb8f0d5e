import { MultiSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { outranks, ROLES, type Role } from '@rollcall/core/kernel/access';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSections } from '../../lib/api/people-lookup.queries.ts';
import { useMe } from '../../lib/session/me.queries.ts';
import type { AccountChange } from './accounts.queries.ts';

/** The fields of an account's role as a form holds them. */
export interface RoleValues {
  role: Role;
  /** Null for all sections. */
  sections: string[] | null;
  email: string;
}

export const changeOf = ({ role, sections, email }: RoleValues): AccountChange => ({
  role,
  sections: role === 'office' ? sections : null,
  email: email.trim() || null,
});

/** Whether an office is limited to nothing, which is never what a form means. */
export const lacksSections = ({ role, sections }: RoleValues): boolean =>
  role === 'office' && sections?.length === 0;

/** Roles that the signed-in account may give, highest first; an account without attendance is never a member. */
export function useGivenRoles({ hasAttendance }: { hasAttendance: boolean }): readonly Role[] {
  const me = useMe();
  return ROLES.filter((role) => me && outranks(me, role) && (hasAttendance || role !== 'member'));
}

interface RoleFieldsProps {
  readonly value: RoleValues;
  readonly onChange: (change: Partial<RoleValues>) => void;
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly roles: readonly Role[];
  /** What the address is for. */
  readonly emailHint: string;
  /** Why the role has to stay as it is. */
  readonly locked?: string | null;
}

/** Role, sections of an office, and address. */
export function RoleFields({ value, onChange, errors, roles, emailHint, locked = null }: RoleFieldsProps) {
  const { t } = useTranslation(['management', 'common']);
  const known = useSections().data ?? [];
  const { role, sections } = value;
  return (
    <>
      <Radio.Group
        label={t('accounts.form.role')}
        {...(locked ? { description: locked } : {})}
        value={role}
        onChange={(chosen) => {
          const next = roles.find((each) => each === chosen);
          if (next) onChange({ role: next });
        }}
        error={errors.role}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={locked !== null && each !== role}
              label={t(`common:accountRoles.${each}`)}
              description={t(`accounts.roles.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role === 'office' ? (
        <>
          <Switch
            label={t('accounts.form.allSections')}
            checked={sections === null}
            onChange={(event) => onChange({ sections: event.currentTarget.checked ? null : [] })}
          />
          {sections ? (
            <MultiSelect
              label={t('accounts.form.sections')}
              description={t('accounts.form.sectionsHint')}
              data={[...new Set([...known, ...sections])]}
              searchable
              clearable
              value={sections}
              onChange={(next) => onChange({ sections: next })}
              error={errors.sections}
            />
          ) : null}
        </>
      ) : null}
      <TextInput
        type="email"
        label={t('accounts.form.email')}
        description={emailHint}
        maxLength={PEOPLE_LIMITS.email}
        autoComplete="off"
        value={value.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={errors.email}
      />
    </>
  );
}
