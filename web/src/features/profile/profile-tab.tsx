import { Skeleton } from '@mantine/core';
import { IconClock, IconFlag, IconFlame, IconTarget, IconTrophy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Initial } from '../../components/initials.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { FactList } from './fact-list.tsx';
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
        <div className={classes.identity}>
          <Initial name={profile.name} size={72} />
          <div>
            <h2>{profile.name}</h2>
            <p>{t(`common:types.${profile.type}`)}</p>
          </div>
        </div>
        <FactList
          facts={[
            { label: t('studentId'), value: profile.id },
            { label: t('username'), value: profile.username ?? none },
            { label: t('section'), value: profile.class_section ?? none },
            { label: t('registered'), value: format.date(profile.registered_date) },
          ]}
        />
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
