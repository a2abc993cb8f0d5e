import { Table, UnstyledButton } from '@mantine/core';
import type { PeopleSort } from '@rollcall/core/people/people.types';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PeopleSearch } from '../../lib/search-params.ts';
import { useFormat } from '../../lib/use-format.ts';
import { FaceMark } from './face-mark.tsx';
import type { User } from './people.queries.ts';
import { type UserActionHandlers, UserActions } from './user-actions.tsx';
import type { OptionalColumn, useUserColumns } from './user-columns.ts';
import classes from './users-table.module.css';

interface UsersGridProps {
  readonly users: readonly User[];
  readonly search: PeopleSearch;
  readonly columns: ReturnType<typeof useUserColumns>;
  readonly handlers: UserActionHandlers;
  readonly onSearch: (change: PeopleSearch) => void;
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

/** A table where there is room, a list of cards where there is not: the same rows by style alone. */
export function UsersGrid({ users, search, columns, handlers, onSearch }: UsersGridProps) {
  const { t } = useTranslation(['people', 'common']);
  const format = useFormat();
  const shown = HEADS.filter(({ column }) => column === 'name' || columns.has(column));
  const cell = (user: User, column: OptionalColumn | 'name') => {
    switch (column) {
      case 'id':
        return user.id;
      case 'name':
        return <strong>{user.name}</strong>;
      case 'username':
        return user.username ?? t('common:states.none');
      case 'type':
        return t(`common:types.${user.type}`);
      case 'section':
        return user.class_section ?? t('common:states.none');
      case 'registered':
        return format.date(user.registered_date);
      case 'face':
        return <FaceMark has={user.has_face_data} />;
    }
  };
  const sortBy = (sort: PeopleSort) =>
    onSearch({
      by: sort,
      dir: search.by === sort && search.dir !== 'desc' ? 'desc' : 'asc',
      page: undefined,
    });

  return (
    <Table className={classes.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
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
                  <SortMark isActive={search.by === sort} isDown={search.dir === 'desc'} />
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
          <Table.Tr key={user.id}>
            {shown.map(({ column }) => (
              <Table.Td key={column} data-label={t(`columns.${column}`)} data-column={column}>
                {cell(user, column)}
              </Table.Td>
            ))}
            <Table.Td data-column="actions">
              <UserActions user={user} handlers={handlers} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function SortMark({ isActive, isDown }: { isActive: boolean; isDown: boolean }) {
  const Icon = isActive ? (isDown ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return <Icon size={14} aria-hidden data-active={isActive} />;
}
