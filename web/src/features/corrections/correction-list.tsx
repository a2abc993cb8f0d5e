import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../components/display/person-link.tsx';
import { StatusChip } from '../../components/display/status-chip.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useSessionState } from '../../lib/session/session.ts';
import classes from './corrections.module.css';
import { type Correction, useMyCorrections } from './corrections.queries.ts';

/** The corrections of a person's own days, and those the person has asked for. */
export function MyCorrections({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('attendance');
  const query = useMyCorrections();
  const { user } = useSessionState();
  return (
    <Card
      title={t('corrections.mineTitle')}
      hint={t('corrections.mineHint')}
      className="rc-no-print"
      actions={
        <Button size="xs" variant="light" onClick={onAsk}>
          {t('corrections.ask')}
        </Button>
      }
    >
      {query.isPending ? <Skeleton height={60} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? <p className={classes.quiet}>{t('corrections.mineNone')}</p> : null}
      <ul className={classes.list}>
        {query.data?.map((correction) => (
          <CorrectionItem
            key={correction.id}
            correction={correction}
            isOwn={correction.user_id === user?.id}
          />
        ))}
      </ul>
    </Card>
  );
}

interface CorrectionItemProps {
  readonly correction: Correction;
  /** Hides the name in a person's own list. */
  readonly isOwn?: boolean;
  readonly actions?: ReactNode;
}

/** One correction: the status before, the requested status, the reason and the decision. */
export function CorrectionItem({ correction, isOwn = false, actions }: CorrectionItemProps) {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const { before, state } = correction;
  return (
    <li className={classes.item}>
      <div className={classes.top}>
        {isOwn ? (
          <strong>{format.dayMonth(correction.date)}</strong>
        ) : (
          <PersonLink id={correction.user_id}>{correction.name}</PersonLink>
        )}
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
