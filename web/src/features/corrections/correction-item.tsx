import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../components/status-chip.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './corrections.module.css';
import type { Correction } from './corrections.queries.ts';

interface CorrectionItemProps {
  readonly correction: Correction;
  /** In one's own list the name says nothing new. */
  readonly isOwn?: boolean;
  readonly actions?: ReactNode;
}

/** What was asked, what the day said, what was decided: all of it stays readable. */
export function CorrectionItem({ correction, isOwn = false, actions }: CorrectionItemProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const { before, state } = correction;
  return (
    <li className={classes.item}>
      <div className={classes.top}>
        <strong>{isOwn ? format.dayMonth(correction.date) : correction.name}</strong>
        {isOwn ? null : <span className={classes.quiet}>{format.date(correction.date)}</span>}
        <span className={classes.state} data-state={state}>
          {t(`corrections.states.${state}`)}
        </span>
      </div>
      <dl className={classes.change}>
        {state === 'pending' ? null : (
          <div>
            <dt>{t('corrections.was')}</dt>
            <dd>
              {before ? (
                <>
                  <StatusChip status={before.verdict} />
                  {before.time ? <span>{format.time(before.time)}</span> : null}
                </>
              ) : (
                t('corrections.wasNothing')
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('corrections.wants')}</dt>
          <dd>
            <StatusChip status={correction.wanted} />
            {correction.time ? <span>{format.time(correction.time)}</span> : null}
          </dd>
        </div>
      </dl>
      <blockquote className={classes.reason}>{correction.reason}</blockquote>
      <p className={classes.quiet}>
        {t('corrections.askedBy', { name: correction.asked_by, time: format.moment(correction.asked_at) })}
      </p>
      {correction.decided_at ? (
        <p className={classes.quiet}>
          {t('corrections.decidedBy', {
            state: t(`corrections.states.${state}`),
            name: correction.decided_by ?? '–',
            time: format.moment(correction.decided_at),
          })}
          {correction.note ? `: ${correction.note}` : ''}
        </p>
      ) : null}
      {actions}
    </li>
  );
}
