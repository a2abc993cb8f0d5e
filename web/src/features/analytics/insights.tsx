import { TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { IconAward, IconTarget, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import type { AdminAnalytics, UserAnalytics } from './analytics.queries.ts';
import { insightFacts } from './insights.rules.ts';

/** Goal, trend and achievement, each computed; a fallback sentence where there is too little to say. */
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
