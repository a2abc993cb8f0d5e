import { Button, Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEdit, IconScan, IconUserX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './dashboard.module.css';
import { useAdminStats, usePendingCorrections, usePeopleWithoutFace } from './dashboard.queries.ts';
import { type Figures, usePreviousLoad } from './previous-load.ts';

/** Percent of change against the previous load; null if there was none or it was zero. */
export function percentChange(before: number | undefined, after: number): number | null {
  if (before === undefined || before === 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}

const CARDS = [
  { figure: 'total_users', label: 'stats.totalUsers' },
  { figure: 'present_today', label: 'stats.presentToday' },
  { figure: 'absent_today', label: 'stats.absentToday' },
  { figure: 'attendance_rate', label: 'stats.attendanceRate' },
] as const;

/** `load` grows with every refresh: the cards compare with the load before. */
export function AdminStatCards({ load }: { load: number }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const query = useAdminStats();
  const previous = usePreviousLoad({ stats: query.data, isFetching: query.isFetching, load });
  if (query.isPending) return <StatSkeleton count={4} />;
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const stats = query.data;
  // Before the first due minute, and on a day off, there is nothing to count.
  const rateText = (rate: number | null) => (rate === null ? '–' : format.percent(rate));
  const context = (figure: keyof Figures): string | null => {
    if (figure === 'present_today' && stats.present_today + stats.expected_today === 0)
      return t('stats.notDue');
    if (figure === 'present_today' && stats.not_yet_here > 0)
      return t('stats.ofExpected', { count: stats.expected_today });
    if (figure === 'absent_today' && stats.not_yet_here > 0)
      return t('stats.notYetHere', { count: stats.not_yet_here });
    return null;
  };
  // One line: what the figure is part of, and its change. Without either, such as on the first visit, there is none.
  const noteOf = (figure: keyof Figures): ReactNode => {
    const [text, before, now] = [context(figure), previous?.[figure] ?? null, stats[figure]];
    if (before === null || now === null) return text;
    return (
      <>
        {text}
        {text ? ' · ' : null}
        <Difference before={before} now={now} isShort={text !== null} />
      </>
    );
  };
  return (
    <StatGrid>
      {CARDS.map(({ figure, label }) => (
        <StatCard
          key={figure}
          label={t(label)}
          value={figure === 'attendance_rate' ? rateText(stats[figure]) : format.number(stats[figure])}
          note={noteOf(figure)}
          {...(figure === 'attendance_rate' ? { hint: t('stats.rateHint') } : {})}
        />
      ))}
    </StatGrid>
  );
}

interface DifferenceProps {
  readonly before: number;
  readonly now: number;
  readonly isShort: boolean;
}

function Difference({ before, now, isShort }: DifferenceProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  if (before === now) return t('stats.unchanged');
  const change = percentChange(before, now);
  const Icon = now > before ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className="rc-whole">
      <Icon size={14} aria-hidden /> {/* There is no percentage of nothing. */}
      {change === null ? `+${format.number(now)}` : format.change(change)} {isShort ? null : t('stats.since')}
    </span>
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
  /** What a new institution has to do first; then something is waiting. */
  readonly firstSteps?: ReactNode;
  readonly onShowWithoutFace: () => void;
  readonly onShowToday: () => void;
  readonly onShowCorrections: () => void;
}

/** Today's arrivals and what needs the administrator's attention. */
export function TodayPanel({
  firstSteps,
  onShowWithoutFace,
  onShowToday,
  onShowCorrections,
}: TodayPanelProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data, isPending } = useAdminStats();
  const withoutFace = usePeopleWithoutFace().data ?? 0;
  const pending = usePendingCorrections().data ?? 0;
  // Newest first, so that arrivals appear at the top while the page is open.
  const arrivals = (data?.attendance_data ?? []).toSorted((a, b) => b.Time.localeCompare(a.Time));
  const absent = data?.absent_today ?? 0;
  // Nobody is late for a day that has not begun.
  const notYet = data?.attendance_rate == null ? 0 : data.not_yet_here;
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
        {firstSteps}
        {!firstSteps && withoutFace + absent + notYet + pending === 0 ? (
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
