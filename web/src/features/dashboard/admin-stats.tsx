import { Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/load-error.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { percentChange } from './change.rules.ts';
import { type AdminStats, useAdminStats } from './dashboard.queries.ts';

type Figure = 'total_users' | 'present_today' | 'absent_today' | 'attendance_rate';

const CARDS = [
  { figure: 'total_users', label: 'stats.totalUsers' },
  { figure: 'present_today', label: 'stats.presentToday' },
  { figure: 'absent_today', label: 'stats.absentToday' },
  { figure: 'attendance_rate', label: 'stats.attendanceRate' },
] as const;

export function AdminStatCards() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const query = useAdminStats();
  if (query.isPending) return <StatSkeleton count={4} />;
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { stats, previous } = query.data;
  return (
    <StatGrid>
      {CARDS.map(({ figure, label }) => (
        <StatCard
          key={figure}
          label={t(label)}
          value={figure === 'attendance_rate' ? format.percent(stats[figure]) : format.number(stats[figure])}
          note={<Change figure={figure} stats={stats} previous={previous} />}
          {...(figure === 'attendance_rate' ? { hint: t('stats.rateHint') } : {})}
        />
      ))}
    </StatGrid>
  );
}

function Change({
  figure,
  stats,
  previous,
}: {
  figure: Figure;
  stats: AdminStats;
  previous: AdminStats | null;
}) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  if (figure === 'present_today' && stats.present_today + stats.absent_today === 0) return t('stats.notDue');
  const change = percentChange(previous?.[figure], stats[figure]);
  if (change === null || !previous) return null;
  if (change === 0) return t('stats.unchanged');
  const Icon = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <>
      <Icon size={14} aria-hidden /> {format.change(change)} {t('stats.since')}
    </>
  );
}

/** As high as what comes, so that nothing below it jumps: 118 with the line about the change, 96 without. */
export function StatSkeleton({ count, height = 118 }: { count: number; height?: number }) {
  return (
    <StatGrid>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} height={height} radius={12} />
      ))}
    </StatGrid>
  );
}
