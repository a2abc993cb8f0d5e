import { ActionIcon, Table, Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { PeopleSort } from '@rollcall/core/people/people.types';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCheck,
  IconFaceId,
  IconKey,
  IconMinus,
  IconPencil,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';
import type { User } from './people.queries.ts';
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
  readonly onSearch: (change: PeopleSearch) => void;
}

/** Users as a table, on narrow screens as cards (by CSS alone). */
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
        return <FaceDataSymbol has={user.has_face_data} />;
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

interface UserActionHandlers {
  readonly onCapture: (user: User) => void;
  readonly onEdit: (user: User) => void;
  readonly onPassword: (user: User) => void;
  readonly onDelete?: (user: User) => void;
  readonly onProfile?: (user: User) => void;
}

function UserActions({ user, handlers }: { user: User; handlers: UserActionHandlers }) {
  const { t } = useTranslation('people');
  const { name } = user;
  const actions = [
    {
      label: user.has_face_data ? t('recapture', { name }) : t('capture', { name }),
      Icon: IconFaceId,
      color: user.has_face_data ? 'gray' : 'teal',
      run: handlers.onCapture,
    },
    { label: t('edit', { name }), Icon: IconPencil, color: 'gray', run: handlers.onEdit },
    { label: t('password', { name }), Icon: IconKey, color: 'gray', run: handlers.onPassword },
    ...(handlers.onProfile
      ? [{ label: t('profile', { name }), Icon: IconUser, color: 'gray', run: handlers.onProfile }]
      : []),
    ...(handlers.onDelete
      ? [{ label: t('remove', { name }), Icon: IconTrash, color: 'red', run: handlers.onDelete }]
      : []),
  ];
  return (
    <div className={classes.actions}>
      {actions.map(({ label, Icon, color, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            size="var(--rc-target-small)"
            color={color}
            aria-label={label}
            onClick={() => run(user)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
