import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useScopes } from './reports.queries.ts';
import { type Scope, scopeKey, scopeOfKey } from './scope.rules.ts';

interface ScopePickerProps {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function ScopePicker({ value, onChange }: ScopePickerProps) {
  const { t } = useTranslation('attendance');
  const { sections, classes } = useScopes();
  return (
    <Select
      label={t('scope.label')}
      value={scopeKey(value)}
      onChange={(key) => onChange(scopeOfKey(key ?? ''))}
      allowDeselect={false}
      searchable={sections.length + classes.length > 8}
      data={[
        { value: '', label: t('scope.everyone') },
        {
          group: t('scope.sections'),
          items: sections.map((section) => ({ value: scopeKey({ section }), label: section })),
        },
        {
          group: t('scope.classes'),
          items: classes.map(({ id, name, section }) => ({
            value: scopeKey({ class: id }),
            label: section ? `${name} (${section})` : name,
          })),
        },
      ]}
    />
  );
}
