import { Skeleton } from '@mantine/core';
import { IconClock, IconFlag, IconFlame, IconTarget, IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { PersonFacts, PersonIdentity } from './person-facts.tsx';
import classes from './profile.module.css';
import { useMyProfile } from './profile.queries.ts';

const ICONS: Record<string, typeof IconFlag> = {
  flag: IconFlag,
  flame: IconFlame,
  trophy: IconTrophy,
  target: IconTarget,
  clock: IconClock,
};
const KNOWN = ['first-day', 'week-streak', 'month-streak', 'target', 'punctual'] as const;

export function ProfileTab() {
  const { t } = useTranslation(['profile', 'common']);
  const format = useFormat();
  const query = useMyProfile();
  if (query.isPending) return <Skeleton height={420} radius={12} />;
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { profile, consecutive_days, avg_daily_time, best_month, total_logins, achievements } = query.data;
  const none = t('common:states.none');
  return (
    <div className={classes.stack}>
      <Card>
        <PersonIdentity person={profile} heading="h2" />
        <PersonFacts person={profile} idLabel={t('studentId')} />
      </Card>
      <StatGrid>
        <StatCard label={t('streak')} value={format.number(consecutive_days)} />
        <StatCard
          label={t('averageTime')}
          value={avg_daily_time === 'N/A' ? none : format.time(avg_daily_time)}
        />
        <StatCard label={t('bestMonth')} value={best_month === 'N/A' ? none : format.month(best_month)} />
        <StatCard label={t('logins')} value={format.number(total_logins)} />
      </StatGrid>
      <Card title={t('achievements')}>
        {achievements.length === 0 ? (
          <EmptyState drawing="chart" title={t('keepGoing')} text={t('keepGoingText')} />
        ) : (
          <ul className={classes.achievements}>
            {achievements.map(({ id, icon, name, description }) => {
              const Icon = ICONS[icon] ?? IconTrophy;
              const known = KNOWN.find((each) => each === id);
              return (
                <li key={id}>
                  <span className={classes.medal}>
                    <Icon size={22} aria-hidden />
                  </span>
                  <span>
                    <strong>{known ? t(`earned.${known}.name`) : name}</strong>
                    <span>{known ? t(`earned.${known}.text`) : description}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Card>
    </div>
  );
}
