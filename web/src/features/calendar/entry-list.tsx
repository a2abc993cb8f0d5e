import { ActionIcon, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/feedback/load-error.tsx';
import classes from './calendar.module.css';

interface Entry {
  readonly key: string;
  readonly content: ReactNode;
  readonly removeLabel: string;
  readonly isRemoving: boolean;
  readonly onRemove: () => void;
}

interface EntryListProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;
  /** Undefined until loaded. */
  readonly entries: readonly Entry[] | undefined;
  readonly empty: ReactNode;
}

/** A list of calendar entries, each with a remove button. */
export function EntryList({ query, entries, empty }: EntryListProps) {
  if (query.isPending) return <Skeleton height={120} radius={8} />;
  if (!entries) return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  if (entries.length === 0) return empty;
  return (
    <ul className={classes.list}>
      {entries.map(({ key, content, removeLabel, isRemoving, onRemove }) => (
        <li key={key}>
          {content}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={removeLabel}
            loading={isRemoving}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
