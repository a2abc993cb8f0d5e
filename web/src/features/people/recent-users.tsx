import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useRecentUsers } from './people.queries.ts';
import classes from './recent-users.module.css';
import { FaceDataSymbol } from './users-grid.tsx';

/** The newest people, and whether their face is registered. */
export function RecentUsers() {
  const { t } = useTranslation(['people', 'common']);
  const format = useFormat();
  const query = useRecentUsers();
  return (
    <Card title={t('recent')} hint={t('recentHint')}>
      {query.isPending ? <Skeleton height={220} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError title={t('loadFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <EmptyState drawing="person" title={t('noRecent')} /> : null}
      <ul className={classes.list}>
        {query.data?.map((user) => (
          <li key={user.id}>
            <Initial name={user.name} />
            <span className={classes.who}>
              <PersonLink id={user.id}>{user.name}</PersonLink>
              <span>
                <bdi>{user.id}</bdi> · {t(`common:types.${user.type}`)} ·{' '}
                <span className="rc-whole">{format.date(user.registered_date)}</span>
              </span>
            </span>
            <FaceDataSymbol has={user.has_face_data} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
