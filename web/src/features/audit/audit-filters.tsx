import { Select, TextInput } from '@mantine/core';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/search-field.tsx';
import classes from './audit.module.css';
import type { AuditFilter } from './audit.queries.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

export function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const set = (change: AuditFilter) => onFilter({ ...filter, ...change });
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <SearchField
        label={t('about')}
        maxLength={100}
        value={filter.about}
        onSearch={(about) => set({ about })}
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
