import { Button, Checkbox, Menu, Select, Skeleton, Stack } from '@mantine/core';
import { kindsFirst } from '@rollcall/core/people/people.rules';
import { REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../components/display/pager.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { SearchField } from '../../components/inputs/search-field.tsx';
import { useInstitutionKind } from '../../lib/api/public-settings.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useMay } from '../../lib/session/me.queries.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DeleteUserModal } from './delete-user-modal.tsx';
import { EditUserModal } from './edit-user-modal.tsx';
import { PAGE_SIZE, type User, useUsers } from './people.queries.ts';
import { ResetPasswordModal } from './reset-password-modal.tsx';
import { useSelection } from './selection.ts';
import { OPTIONAL_COLUMNS, UsersGrid, useUserColumns } from './users-grid.tsx';
import classes from './users-table.module.css';

interface UsersTableProps {
  readonly search: PeopleSearch;
  readonly onSearch: (change: PeopleSearch) => void;
  readonly onCapture: (user: User) => void;
  readonly onAdd: () => void;
}

type OpenDialog = { readonly kind: 'edit' | 'password' | 'delete'; readonly user: User } | null;

const isFiltered = ({ q, type, section, face }: PeopleSearch) => Boolean(q || type || section || face);

/** One page of users with toolbar and dialogs; the server searches, filters, sorts and pages. */
export function UsersTable({ search, onSearch, onCapture, onAdd }: UsersTableProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const query = useUsers(search);
  const columns = useUserColumns();
  const selection = useSelection(search);
  const mayDelete = useMay('people.delete');
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  const { data } = query;
  const page = search.page ?? 1;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const handlers = {
    onCapture,
    onEdit: (user: User) => setOpen({ kind: 'edit', user }),
    onPassword: (user: User) => setOpen({ kind: 'password', user }),
    ...(mayDelete ? { onDelete: (user: User) => setOpen({ kind: 'delete', user }) } : {}),
  };

  return (
    <>
      <UsersToolbar search={search} sections={data?.sections ?? []} columns={columns} onSearch={onSearch} />
      {query.isPending ? (
        <Stack gap={8} aria-hidden>
          {Array.from({ length: 8 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={index} height={40} radius={8} />
          ))}
        </Stack>
      ) : null}
      {query.isError && !data ? (
        <LoadError title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {data && data.users.length === 0 ? (
        isFiltered(search) || page > 1 ? (
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
          {selection.people.length > 0 ? (
            <BulkBar selection={selection} search={search} total={data.total} />
          ) : null}
          <UsersGrid
            users={data.users}
            search={search}
            columns={columns}
            handlers={handlers}
            selection={selection}
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

interface UsersToolbarProps {
  readonly search: PeopleSearch;
  readonly sections: readonly string[];
  readonly columns: ReturnType<typeof useUserColumns>;
  readonly onSearch: (change: PeopleSearch) => void;
}

function UsersToolbar({ search, sections, columns, onSearch }: UsersToolbarProps) {
  const { t } = useTranslation(['people', 'common']);
  const of = useInstitutionKind();
  return (
    <div className={classes.toolbar}>
      <SearchField
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={search.q}
        onSearch={(q) => onSearch({ q, page: undefined })}
      />
      <Select
        aria-label={t('filters.type')}
        value={search.type ?? ''}
        onChange={(value) =>
          onSearch({ type: REGISTRABLE_KINDS.find((kind) => kind === value), page: undefined })
        }
        data={[
          { value: '', label: t('filters.anyType') },
          ...kindsFirst(of).map((kind) => ({ value: kind, label: t(`common:types.${kind}`) })),
        ]}
      />
      <Select
        aria-label={t('filters.section')}
        value={search.section ?? ''}
        onChange={(value) => onSearch({ section: value || undefined, page: undefined })}
        searchable={sections.length > 8}
        data={[{ value: '', label: t('filters.anySection') }, ...sections]}
      />
      <Select
        aria-label={t('filters.face')}
        value={search.face ?? ''}
        onChange={(value) =>
          onSearch({ face: value === 'yes' || value === 'no' ? value : undefined, page: undefined })
        }
        data={[
          { value: '', label: t('filters.anyFace') },
          { value: 'yes', label: t('filters.withFace') },
          { value: 'no', label: t('filters.withoutFace') },
        ]}
      />
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
            {t('columns.choose')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {OPTIONAL_COLUMNS.map((column) => (
            <Menu.Item
              key={column}
              role="menuitemcheckbox"
              aria-checked={columns.has(column)}
              leftSection={<Checkbox.Indicator checked={columns.has(column)} />}
              onClick={() => columns.toggle(column)}
            >
              {t(`columns.${column}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
