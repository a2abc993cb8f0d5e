import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { type AuditFilter, useAuditLog } from './audit.queries.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

interface AuditPanelProps {
  readonly filter: AuditFilter;
  readonly onFilter: (filter: AuditFilter) => void;
}

export function AuditPanel({ filter, onFilter }: AuditPanelProps) {
  const { t } = useTranslation('audit');
  const query = useAuditLog(filter);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
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
          title={t('none')}
          text={t('noneText')}
          action={
            <Button variant="default" onClick={() => onFilter({})}>
              {t('showAll')}
            </Button>
          }
        />
      ) : null}
      {entries.length > 0 ? <AuditTable entries={entries} /> : null}
      {query.hasNextPage ? (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('older')}
          </Button>
        </Group>
      ) : null}
    </Card>
  );
}
