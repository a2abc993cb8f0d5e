import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Pager } from '../../components/pager.tsx';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useFormat } from '../../lib/use-format.ts';
import { DeleteUserModal } from './delete-user-modal.tsx';
import { EditUserModal } from './edit-user-modal.tsx';
import { PAGE_SIZE, type User, useUsers } from './people.queries.ts';
import { ResetPasswordModal } from './reset-password-modal.tsx';
import { useUserColumns } from './user-columns.ts';
import { UsersGrid } from './users-grid.tsx';
import classes from './users-table.module.css';
import { UsersToolbar } from './users-toolbar.tsx';

interface UsersTableProps {
  readonly search: PeopleSearch;
  readonly onSearch: (change: PeopleSearch) => void;
  readonly onCapture: (user: User) => void;
  readonly onAdd: () => void;
  readonly onProfile?: (user: User) => void;
}

type Open = { readonly kind: 'edit' | 'password' | 'delete'; readonly user: User } | null;

const isNarrowed = ({ q, type, section, face }: PeopleSearch) => Boolean(q || type || section || face);

/** The server searches, filters, sorts and pages; this shows one page of it. */
export function UsersTable({ search, onSearch, onCapture, onAdd, onProfile }: UsersTableProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const query = useUsers(search);
  const columns = useUserColumns();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { data } = query;
  const page = search.page ?? 1;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const handlers = {
    onCapture,
    onEdit: (user: User) => setOpen({ kind: 'edit', user }),
    onPassword: (user: User) => setOpen({ kind: 'password', user }),
    onDelete: (user: User) => setOpen({ kind: 'delete', user }),
    ...(onProfile ? { onProfile } : {}),
  };

  return (
    <>
      <UsersToolbar search={search} sections={data?.sections ?? []} columns={columns} onSearch={onSearch} />
      {query.isPending ? (
        <Stack gap={8} aria-hidden>
          {Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={index} height={52} radius={8} />
          ))}
        </Stack>
      ) : null}
      {query.isError && !data ? (
        <LoadError title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {data && data.users.length === 0 ? (
        isNarrowed(search) || page > 1 ? (
          <EmptyState
            drawing="person"
            title={t('nothing')}
            text={t('nothingText')}
            action={
              <Button
                variant="default"
                onClick={() =>
                  onSearch({
                    q: undefined,
                    type: undefined,
                    section: undefined,
                    face: undefined,
                    page: undefined,
                  })
                }
              >
                {t('clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            drawing="person"
            title={t('empty')}
            text={t('emptyText')}
            action={<Button onClick={onAdd}>{t('addFirst')}</Button>}
          />
        )
      ) : null}
      {data && data.users.length > 0 ? (
        <div data-stale={query.isPlaceholderData} className={classes.area}>
          <UsersGrid
            users={data.users}
            search={search}
            columns={columns}
            handlers={handlers}
            onSearch={onSearch}
          />
          <div className={classes.foot}>
            <span aria-live="polite">
              {t('shown', {
                from: format.number((page - 1) * PAGE_SIZE + 1),
                to: format.number(Math.min(page * PAGE_SIZE, data.total)),
                total: format.number(data.total),
              })}
            </span>
            {pages > 1 ? (
              <Pager
                pages={pages}
                page={page}
                onPage={(next) => onSearch({ page: next === 1 ? undefined : next })}
              />
            ) : null}
          </div>
        </div>
      ) : null}
      {open?.kind === 'edit' ? <EditUserModal user={open.user} onClose={close} /> : null}
      {open?.kind === 'password' ? <ResetPasswordModal user={open.user} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteUserModal user={open.user} onClose={close} /> : null}
    </>
  );
}
