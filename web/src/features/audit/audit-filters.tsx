import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './audit.module.css';
import type { AuditFilter } from './audit.queries.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

const TYPING_MS = 300;

export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const [text, setText] = useState(filter.about ?? '');
  useEffect(() => setText(filter.about ?? ''), [filter.about]);
  const set = (change: AuditFilter) => onFilter({ ...filter, ...change });
  const tell = useDebouncedCallback((about: string) => set({ about: about.trim() || undefined }), TYPING_MS);
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <TextInput
        type="search"
        label={t('about')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          tell(event.currentTarget.value);
        }}
      />
      <Select
        label={t('action')}
        searchable
        value={filter.action ?? ''}
        onChange={(value) => set({ action: AUDIT_ACTIONS.find((action) => action === value) })}
        data={[
          { value: '', label: t('anyAction') },
          ...AUDIT_ACTIONS.map((action) => ({ value: action, label: t(`actions.${action}`) })),
        ]}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(end)}
          value={filter[end] ?? ''}
          onChange={(event) => set({ [end]: event.currentTarget.value || undefined })}
        />
      ))}
    </section>
  );
}
