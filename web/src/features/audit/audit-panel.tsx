import { Button, Select, Skeleton, Stack, Switch } from '@mantine/core';
import { AUDIT_ACTIONS } from '@rollcall/core/audit/audit.types';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { MoreButton } from '../../components/inputs/more-button.tsx';
import { SearchField } from '../../components/inputs/search-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './audit.module.css';
import { type AuditFilter, useAuditLog } from './audit.queries.ts';
import { AuditList } from './audit-list.tsx';

interface AuditPanelProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

/** Each named: a parameter that is left out would stay as it was. */
const EVERYTHING: AuditFilter = {
  action: undefined,
  about: undefined,
  system: undefined,
  from: undefined,
  to: undefined,
};

export function AuditPanel({ filter, onFilter }: AuditPanelProps) {
  const { t } = useTranslation('audit');
  const query = useAuditLog(filter);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const format = useFormat();
  /** One call looks at so many entries: a page may be short, or empty, and not the last. */
  const end = query.data?.pages.at(-1)?.searched_to ?? null;
  const searchedTo = end && format.fullMoment(end);
  const more = <MoreButton label={t(searchedTo ? 'searchOlder' : 'older')} query={query} />;
  return (
    <Card title={t('title')} hint={t('hint')}>
      <AuditFilters filter={filter} onFilter={onFilter} />
      {query.isPending ? (
        <Stack gap={8} aria-hidden>
          <Skeleton height={48} radius={8} />
          <Skeleton height={48} radius={8} />
          <Skeleton height={48} radius={8} />
        </Stack>
      ) : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && entries.length === 0 ? (
        <EmptyState
          title={searchedTo ? t('noneBackTo', { moment: searchedTo }) : t('none')}
          text={t(searchedTo ? 'noneBackToText' : 'noneText')}
          action={
            <>
              {more}
              <Button variant="default" onClick={() => onFilter(EVERYTHING)}>
                {t('showAll')}
              </Button>
            </>
          }
        />
      ) : null}
      {entries.length > 0 ? (
        <>
          <AuditList entries={entries} />
          {searchedTo ? <p className={classes.searched}>{t('searchedTo', { moment: searchedTo })}</p> : null}
          {more}
        </>
      ) : null}
    </Card>
  );
}

function AuditFilters({ filter, onFilter }: AuditPanelProps) {
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
        <DateField
          key={end}
          label={t(end)}
          clearable
          value={filter[end] ?? ''}
          onChange={(day) => set({ [end]: day || undefined })}
        />
      ))}
      <Switch
        label={t('system')}
        mih={44}
        // A chosen action is shown whoever did it.
        disabled={filter.action !== undefined}
        checked={filter.system === true || filter.action !== undefined}
        onChange={(event) => set({ system: event.currentTarget.checked || undefined })}
      />
    </section>
  );
}
