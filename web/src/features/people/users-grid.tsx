import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { PeopleSort } from '@rollcall/core/people/people.types';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../components/display/person-link.tsx';
import { useFormat } from '../../lib/format/format.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import type { User } from './people.queries.ts';
import { RowActions, type UserActionHandlers } from './row-actions.tsx';
import type { Selection } from './selection.ts';
import classes from './users-table.module.css';

/** Columns that can be hidden; name and actions are always shown. */
export const OPTIONAL_COLUMNS = ['id', 'username', 'type', 'section', 'registered', 'face'] as const;

type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

const DEFAULT_COLUMNS: OptionalColumn[] = ['id', 'type', 'section', 'face'];

export function useUserColumns() {
  const [columns, setColumns] = useLocalStorage<OptionalColumn[]>({
    key: 'rollcall-user-columns',
    defaultValue: DEFAULT_COLUMNS,
    getInitialValueInEffect: false,
  });
  const toggle = (column: OptionalColumn) =>
    setColumns((before) =>
      before.includes(column) ? before.filter((each) => each !== column) : [...before, column],
    );
  return { has: (column: OptionalColumn) => columns.includes(column), toggle };
}

const HEADS: readonly { column: OptionalColumn | 'name'; sort?: PeopleSort }[] = [
  { column: 'id', sort: 'id' },
  { column: 'name', sort: 'name' },
  { column: 'username' },
  { column: 'type', sort: 'type' },
  { column: 'section', sort: 'section' },
  { column: 'registered', sort: 'registered' },
  { column: 'face' },
];

interface UsersGridProps {
  readonly users: readonly User[];
  readonly search: PeopleSearch;
  readonly columns: ReturnType<typeof useUserColumns>;
  readonly handlers: UserActionHandlers;
  readonly selection: Selection;
  readonly onSearch: (change: PeopleSearch) => void;
}

/** Users as a table, on narrow screens as cards (by CSS alone). */
export function UsersGrid({ users, search, columns, handlers, selection, onSearch }: UsersGridProps) {
  const { t } = useTranslation(['people', 'common']);
  const format = useFormat();
  const shown = HEADS.filter(({ column }) => column === 'name' || columns.has(column));
  const cell = (user: User, column: OptionalColumn | 'name') => {
    switch (column) {
      case 'id':
        return user.id;
      case 'name':
        return <PersonLink id={user.id}>{user.name}</PersonLink>;
      case 'username':
        return user.username ?? t('common:states.none');
      case 'type':
        return t(`common:types.${user.type}`);
      case 'section':
        return user.class_section ?? t('common:states.none');
      case 'registered':
        return format.date(user.registered_date);
      case 'face':
        return <FaceDataSymbol has={user.has_face_data} />;
    }
  };
  const sortBy = (sort: PeopleSort) =>
    onSearch({
      by: sort,
      dir: search.by === sort && search.dir !== 'desc' ? 'desc' : 'asc',
      page: undefined,
    });

  const selected = users.filter(selection.has).length;
  return (
    <Table className={classes.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={t('selectPage')}
              checked={selected === users.length}
              indeterminate={selected > 0 && selected < users.length}
              onChange={(event) => selection.set(users, event.currentTarget.checked)}
            />
          </Table.Th>
          {shown.map(({ column, sort }) => (
            <Table.Th
              key={column}
              {...(sort && search.by === sort
                ? { 'aria-sort': search.dir === 'desc' ? 'descending' : 'ascending' }
                : {})}
            >
              {sort ? (
                <UnstyledButton
                  className={classes.sort}
                  onClick={() => sortBy(sort)}
                  title={t('sortBy', { column: t(`columns.${column}`) })}
                >
                  {t(`columns.${column}`)}
                  <SortSymbol isActive={search.by === sort} isDown={search.dir === 'desc'} />
                </UnstyledButton>
              ) : (
                t(`columns.${column}`)
              )}
            </Table.Th>
          ))}
          <Table.Th className={classes.actionsHead}>{t('columns.actions')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <Table.Tr key={user.id} data-selected={selection.has(user)}>
            <Table.Td data-column="select">
              <Checkbox
                size="xs"
                aria-label={t('select', { name: user.name })}
                checked={selection.has(user)}
                onChange={(event) => selection.set([user], event.currentTarget.checked)}
              />
            </Table.Td>
            {shown.map(({ column }) => (
              <Table.Td key={column} data-label={t(`columns.${column}`)} data-column={column}>
                {cell(user, column)}
              </Table.Td>
            ))}
            <Table.Td data-column="actions">
              <RowActions user={user} handlers={handlers} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function SortSymbol({ isActive, isDown }: { isActive: boolean; isDown: boolean }) {
  const Icon = isActive ? (isDown ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return <Icon size={14} aria-hidden data-active={isActive} />;
}

export function FaceDataSymbol({ has }: { has: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes.face} data-has={has}>
      {has ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
      {has ? t('states.yes') : t('states.no')}
    </span>
  );
}
