import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { isImportant, isRecent } from '@rollcall/core/notices/notices.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { now } from '../../lib/clock.ts';
import { useSessionState } from '../../lib/session-context.ts';
import { NoticeCard } from './notice-card.tsx';
import classes from './notice-list.module.css';
import { type Notice, useDeleteNotice, useNotices, useReact } from './notices.queries.ts';

export type NoticeFilter = 'all' | 'recent' | 'important';

export function filterNotices(notices: readonly Notice[], filter: NoticeFilter, at: Date): Notice[] {
  return notices.filter(
    (notice) =>
      filter === 'all' ||
      (filter === 'recent' ? isRecent({ createdAt: new Date(notice.created_at) }, at) : isImportant(notice)),
  );
}

interface NoticeListProps {
  readonly title: string;
  readonly filter: NoticeFilter;
  readonly onFilter: (filter: NoticeFilter) => void;
  /** Offered to administrators. */
  readonly onCreate?: () => void;
}

export function NoticeList({ title, filter, onFilter, onCreate }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const { isAdmin } = useSessionState();
  const query = useNotices();
  const react = useReact();
  const remove = useDeleteNotice();
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [doomed, setDoomed] = useState<Notice | null>(null);
  const shown = filterNotices(query.data ?? [], filter, now());

  const expand = (notice: Notice, isExpanded: boolean) => {
    const next = new Set(expanded);
    if (isExpanded) next.add(notice.id);
    else next.delete(notice.id);
    setExpanded(next);
    // Opening it is reading it.
    if (isExpanded) react.mutate({ id: notice.id, reaction: { viewed: true } });
  };

  return (
    <>
      <div className={classes.head}>
        <h2>{title}</h2>
        <SegmentedControl
          aria-label={t('filters.label')}
          value={filter}
          onChange={onFilter}
          data={(['all', 'recent', 'important'] as const).map((value) => ({
            value,
            label: t(`filters.${value}`),
          }))}
        />
        {isAdmin && onCreate ? <Button onClick={onCreate}>{t('create')}</Button> : null}
      </div>
      {query.isPending ? (
        <Stack gap="md" aria-hidden>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={190} radius={12} />
          ))}
        </Stack>
      ) : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && shown.length === 0 ? (
        <EmptyState
          drawing="notice"
          title={t('empty')}
          text={filter === 'all' ? t('emptyText') : t('emptyFiltered')}
          action={
            filter !== 'all' ? (
              <Button variant="default" onClick={() => onFilter('all')}>
                {t('showAll')}
              </Button>
            ) : null
          }
        />
      ) : null}
      <Stack gap="md">
        {shown.map((notice) => (
          <NoticeCard
            key={notice.id}
            notice={notice}
            isExpanded={expanded.has(notice.id)}
            onExpand={(isExpanded) => expand(notice, isExpanded)}
            onReact={(reaction) => react.mutate({ id: notice.id, reaction })}
            onDelete={isAdmin ? () => setDoomed(notice) : undefined}
          />
        ))}
      </Stack>
      {doomed ? (
        <ConfirmModal
          title={t('deleteTitle')}
          confirm={t('delete')}
          isBusy={remove.isPending}
          onClose={() => setDoomed(null)}
          onConfirm={() => remove.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
        >
          {t('deleteText', { title: doomed.title })}
        </ConfirmModal>
      ) : null}
    </>
  );
}
