import { Button, Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEdit, IconScan, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './dashboard.module.css';
import {
  type AdminStats,
  useAdminStats,
  usePendingCorrections,
  usePeopleWithoutFace,
} from './dashboard.queries.ts';

/** Percent of change against the previous load; null if there was none or it was zero. */
export function percentChange(before: number | undefined, after: number): number | null {
  if (before === undefined || before === 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}

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
  // Before the first due minute, and on a day off, there is nothing to count.
  const rateText = (rate: number | null) => (rate === null ? '–' : format.percent(rate));
  return (
    <StatGrid>
      {CARDS.map(({ figure, label }) => (
        <StatCard
          key={figure}
          label={t(label)}
          value={figure === 'attendance_rate' ? rateText(stats[figure]) : format.number(stats[figure])}
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
  if (figure === 'present_today' && stats.present_today + stats.expected_today === 0)
    return t('stats.notDue');
  if (figure === 'present_today' && stats.not_yet_here > 0)
    return t('stats.ofExpected', { count: stats.expected_today });
  if (figure === 'absent_today' && stats.not_yet_here > 0)
    return t('stats.notYetHere', { count: stats.not_yet_here });
  const now = stats[figure];
  const change = now === null ? null : percentChange(previous?.[figure] ?? undefined, now);
  if (change === null || !previous) return null;
  if (change === 0) return t('stats.unchanged');
  const Icon = change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <>
      <Icon size={14} aria-hidden /> {format.change(change)} {t('stats.since')}
    </>
  );
}

/** Placeholders as high as the loaded cards: 118 px with the note about the change, 96 px without. */
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

const SHOWN_ARRIVALS = 5;
/** The height of the cards on a day with arrivals. */
const PENDING_HEIGHT = 339;

interface TodayPanelProps {
  readonly onShowWithoutFace: () => void;
  readonly onShowToday: () => void;
  readonly onShowCorrections: () => void;
}

/** Today's arrivals and what needs the administrator's attention. */
export function TodayPanel({ onShowWithoutFace, onShowToday, onShowCorrections }: TodayPanelProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data, isPending } = useAdminStats();
  const withoutFace = usePeopleWithoutFace().data ?? 0;
  const pending = usePendingCorrections().data ?? 0;
  // Newest first, so that arrivals appear at the top while the page is open.
  const arrivals = (data?.stats.attendance_data ?? []).toSorted((a, b) => b.Time.localeCompare(a.Time));
  const absent = data?.stats.absent_today ?? 0;
  // Nobody is late for a day that has not begun.
  const notYet = data?.stats.attendance_rate == null ? 0 : data.stats.not_yet_here;
  if (isPending)
    return (
      <div className={classes.today} data-pending>
        <Skeleton height={PENDING_HEIGHT} radius={12} />
        <Skeleton height={PENDING_HEIGHT} radius={12} />
      </div>
    );
  return (
    <div className={classes.today}>
      <Card
        title={t('today.arrivals')}
        {...(arrivals.length > 0 ? { hint: t('today.all', { count: arrivals.length }) } : {})}
      >
        {arrivals.length === 0 ? (
          <p className={classes.quiet}>
            {t('today.noArrivals')}. {t('today.noArrivalsText')}
          </p>
        ) : (
          <ul className={classes.arrivals}>
            {arrivals.slice(0, SHOWN_ARRIVALS).map((row) => (
              <li key={row.Roll}>
                <Initial name={row.Name} size={32} />
                <PersonLink id={row.Roll}>{row.Name}</PersonLink>
                <time>{format.time(row.Time)}</time>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('today.attention')}>
        {withoutFace + absent + notYet + pending === 0 ? (
          <p className={classes.quiet}>{t('today.nothing')}</p>
        ) : null}
        <ul className={classes.tasks}>
          {absent + notYet > 0 ? (
            <li>
              <IconUserX size={20} aria-hidden />
              <span>
                {absent > 0 ? t('today.absent', { count: absent }) : null}{' '}
                {notYet > 0 ? t('today.notYet', { count: notYet }) : null}
              </span>
              <Button size="xs" variant="default" onClick={onShowToday}>
                {t('today.absentAction')}
              </Button>
            </li>
          ) : null}
          {pending > 0 ? (
            <li>
              <IconEdit size={20} aria-hidden />
              <span>{t('today.corrections', { count: pending })}</span>
              <Button size="xs" variant="default" onClick={onShowCorrections}>
                {t('today.correctionsAction')}
              </Button>
            </li>
          ) : null}
          {withoutFace > 0 ? (
            <li>
              <IconScan size={20} aria-hidden />
              <span>{t('today.noFace', { count: withoutFace })}</span>
              <Button size="xs" variant="default" onClick={onShowWithoutFace}>
                {t('today.noFaceAction')}
              </Button>
            </li>
          ) : null}
        </ul>
      </Card>
    </div>
  );
}
