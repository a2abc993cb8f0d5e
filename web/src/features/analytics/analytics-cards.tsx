import { type RangeChoice, TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { PERSON_KINDS, type PersonKind } from '@rollcall/core/people/people.types';
import { IconAward, IconTarget, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Initial } from '../../components/display/initials.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { RateBar } from '../../components/display/rate-bar.tsx';
import { StatusChip, statusKey } from '../../components/display/status-chip.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './analytics.module.css';
import { type AdminAnalytics, type UserAnalytics, useClassRates } from './analytics.queries.ts';
import { insightFacts } from './analytics.rules.ts';

/** Sentences about goal, trend and achievement, with a fallback for each when there is too little data. */
export function Insights({ analytics }: { analytics: AdminAnalytics | UserAnalytics }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { gap, change, run, best } = insightFacts(analytics);
  const target = format.percent(TARGET_RATE);
  const rate = format.percent(analytics.basic_stats.attendance_rate);

  const goal =
    gap === null
      ? t('insights.goalNone', { target })
      : t(gap >= 0 ? 'insights.goalAbove' : 'insights.goalBelow', {
          rate,
          gap: format.number(Math.abs(gap)),
          target,
        });
  const trend =
    change === null
      ? t('insights.trendNone')
      : change === 0
        ? t('insights.trendSteady')
        : t(change > 0 ? 'insights.trendUp' : 'insights.trendDown', {
            change: format.number(Math.abs(change)),
          });
  const achievement = run
    ? t('insights.run', { count: run })
    : best
      ? t('insights.best', { month: format.month(best.month), rate: format.percent(best.rate) })
      : t('insights.keepGoing');

  const isDown = change !== null && change < 0;
  const lines = [
    { key: 'goal', Icon: IconTarget, text: goal },
    { key: 'trend', Icon: isDown ? IconTrendingDown : IconTrendingUp, text: trend },
    { key: 'achievement', Icon: IconAward, text: achievement },
  ] as const;

  return (
    <Card title={t('insights.title')}>
      <ul className={classes.insights}>
        {lines.map(({ key, Icon, text }) => (
          <li key={key}>
            <span className={classes.icon}>
              <Icon size={20} aria-hidden />
            </span>
            <span>
              <strong>{t(`insights.${key}`)}</strong>
              <span>{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const SHOWN_ENTRIES = 8;

type Entry = UserAnalytics['recent_attendance'][number] &
  Partial<Pick<AdminAnalytics['recent_system_activity'][number], 'user_id' | 'user_name' | 'user_type'>>;

const isPersonKind = (text: string): text is PersonKind => PERSON_KINDS.some((kind) => kind === text);

export function RecentActivity({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation(['analytics', 'common']);
  const format = useFormat();
  const shown = entries.slice(0, SHOWN_ENTRIES);
  return (
    <Card title={t('activity.title')}>
      {shown.length === 0 ? (
        <EmptyState title={t('activity.empty')} text={t('activity.emptyText')} />
      ) : (
        <ul className={classes.activity}>
          {shown.map((entry) => (
            <li key={`${entry.user_id ?? ''} ${entry.date} ${entry.time ?? ''}`}>
              {entry.user_name ? <Initial name={entry.user_name} size={36} /> : null}
              <span className={classes.who}>
                {entry.user_id && entry.user_name ? (
                  <PersonLink id={entry.user_id}>{entry.user_name}</PersonLink>
                ) : (
                  <strong>{format.dayMonth(entry.date)}</strong>
                )}
                <span>
                  {entry.user_type && isPersonKind(entry.user_type)
                    ? `${t(`common:types.${entry.user_type}`)} · `
                    : ''}
                  {entry.user_name ? format.dayMonth(entry.date) : ''}
                  {entry.time ? ` ${t('activity.at', { time: format.time(entry.time) })}` : ''}
                </span>
              </span>
              <StatusChip status={statusKey(entry.status, entry.punctuality)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Rates of the taught classes, from the marks of their sheets; nothing while there are none. */
export function ClassRates({ scope, range }: { scope: 'everyone' | 'one'; range: RangeChoice }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const rows = useClassRates(scope, range).data?.classes ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('taught.title')} actions={<Hint text={t('taught.text')} />}>
      <ul className={classes.rates}>
        {rows.map((row) => (
          <li key={`${row.class_id} ${row.name} ${row.subject}`}>
            <div>
              <span>
                <strong>{row.name}</strong>{' '}
                {[row.subject, t('taught.meetings', { count: row.meetings })].filter(Boolean).join(' · ')}
              </span>
              <span className="rc-figures">{row.rate === null ? '–' : format.percent(row.rate)}</span>
            </div>
            {row.rate === null ? null : (
              <RateBar rate={row.rate} label={`${row.name} ${format.percent(row.rate)}`} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
