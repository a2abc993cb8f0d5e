import { Box, Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { isImportant, isRecent } from '@rollcall/core/notices/notices.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { now } from '../../lib/format/dates.ts';
import { NoticeCard } from './notice-card.tsx';
import {
  type Notice,
  type NoticeSet,
  useDeleteNotice,
  useNotices,
  useReact,
  useReadWhenShown,
} from './notices.queries.ts';

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
  /** Notices that the account manages can be deleted. */
  readonly set: NoticeSet;
  readonly filter: NoticeFilter;
  readonly onFilter: (filter: NoticeFilter) => void;
  readonly onCreate?: () => void;
}

export function NoticeList({ title, set, filter, onFilter, onCreate }: NoticeListProps) {
  const { t } = useTranslation('notices');
  const query = useNotices(set);
  const react = useReact(set);
  const remove = useDeleteNotice();
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState<Notice | null>(null);
  const shown = filterNotices(query.data ?? [], filter, now());
  useReadWhenShown(set, shown);

  const expand = (notice: Notice, isExpanded: boolean) => {
    const next = new Set(expanded);
    if (isExpanded) next.add(notice.id);
    else next.delete(notice.id);
    setExpanded(next);
    // Expanding a notice counts as a view.
    if (isExpanded) react.mutate({ id: notice.id, reaction: { viewed: true } });
  };

  return (
    <>
      <Group gap={12} mb={16}>
        <Box component="h2" m={0} me="auto" fz={22}>
          {title}
        </Box>
        <SegmentedControl
          aria-label={t('filters.label')}
          value={filter}
          onChange={onFilter}
          data={(['all', 'recent', 'important'] as const).map((value) => ({
            value,
            label: t(`filters.${value}`),
          }))}
        />
        {onCreate ? <Button onClick={onCreate}>{t('create')}</Button> : null}
      </Group>
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
            onDelete={set === 'managed' ? () => setDeleting(notice) : undefined}
          />
        ))}
      </Stack>
      {deleting ? (
        <ConfirmModal
          title={t('deleteTitle')}
          confirm={t('delete')}
          isBusy={remove.isPending}
          onClose={() => setDeleting(null)}
          onConfirm={() => remove.mutate(deleting.id, { onSettled: () => setDeleting(null) })}
        >
          {t('deleteText', { title: deleting.title })}
        </ConfirmModal>
      ) : null}
    </>
  );
}
