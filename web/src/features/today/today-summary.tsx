import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './today.module.css';
import type { TodayAnswer } from './today.queries.ts';

const RADIUS = 70;
const LENGTH = 2 * Math.PI * RADIUS;
const PARTS = ['here', 'late', 'absent', 'not_yet'] as const;

/** A ring of everybody expected: on time, late, absent, not here yet. The figures beside it say the same in words. */
function Ring({ figures }: { figures: TodayAnswer['figures'] }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const here = format.number(figures.here + figures.late);
  const expected = format.number(figures.expected);
  let done = 0;
  return (
    <svg
      className={classes.ring}
      viewBox="0 0 180 180"
      role="img"
      aria-label={t('today.ringLabel', { here, expected })}
    >
      <circle cx="90" cy="90" r={RADIUS} className={classes.track} />
      {PARTS.map((part) => {
        const share = figures.expected === 0 ? 0 : figures[part] / figures.expected;
        const start = done;
        done += share;
        if (share === 0 || part === 'not_yet') return null;
        return (
          <circle
            key={part}
            cx="90"
            cy="90"
            r={RADIUS}
            className={classes.part}
            data-part={part}
            strokeDasharray={`${share * LENGTH} ${LENGTH}`}
            strokeDashoffset={-start * LENGTH}
            transform="rotate(-90 90 90)"
          />
        );
      })}
      <text x="90" y="94" className={classes.ringHere}>
        {here}
      </text>
      <text x="90" y="118" className={classes.ringOf}>
        / {expected}
      </text>
    </svg>
  );
}

/** The day in one picture: who is here of those expected. */
export function TodaySummary({ answer }: { answer: TodayAnswer }) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const { figures, due, rate, starts_at } = answer;
  if (!due)
    return (
      <Card>
        <EmptyState
          drawing="person"
          title={t('today.dayOff')}
          text={`${t('today.dayOffText')} ${t('today.figures.visits')}: ${format.number(figures.visits)}`}
        />
      </Card>
    );
  return (
    <Card>
      <div className={classes.summary}>
        <Ring figures={figures} />
        <dl className={classes.figures}>
          <div>
            <dt>{t('today.figures.expected')}</dt>
            <dd>{format.number(figures.expected)}</dd>
          </div>
          {[...PARTS, 'excused' as const].map((key) => (
            <div key={key} data-part={key}>
              <dt>{t(`today.states.${key}`)}</dt>
              <dd>{format.number(figures[key])}</dd>
            </div>
          ))}
          <div>
            <dt>{t('today.figures.rate')}</dt>
            <dd>
              {rate === null ? '–' : format.percent(rate)}
              {rate === null ? <small>{t('today.rateFrom', { time: format.time(starts_at) })}</small> : null}
            </dd>
          </div>
        </dl>
      </div>
      {figures.new_today > 0 ? (
        <p className={classes.quiet}>{t('today.newToday', { count: figures.new_today })}</p>
      ) : null}
    </Card>
  );
}
