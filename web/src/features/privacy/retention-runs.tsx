import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import classes from './privacy.module.css';
import { type RetentionRun, useRetentionRuns, useUndoRetention } from './privacy.queries.ts';

function Run({ run }: { run: RetentionRun }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const undo = useUndoRetention();
  const [isAsking, setAsking] = useState(false);
  const { removed } = run;
  return (
    <li>
      <span>
        {t('runs.removed', {
          date: format.fullMoment(run.started_at),
          days: format.number(removed.attendance_days),
          checkIns: format.number(removed.check_ins),
          audit: format.number(removed.audit_entries),
        })}{' '}
        {run.state === 'removing'
          ? t('runs.running', { percent: format.percent((100 * run.done) / Math.max(1, run.total)) })
          : null}
        {run.undone_at ? t('runs.undone', { date: format.fullMoment(run.undone_at) }) : null}
      </span>
      {run.state !== 'removing' && !run.undone_at ? (
        <Group gap="sm">
          {isAsking ? (
            <>
              <span>{t('runs.question')}</span>
              <Button size="sm" loading={undo.isPending} onClick={() => undo.mutate(run.operation)}>
                {t('runs.yes')}
              </Button>
              <Button size="sm" variant="default" onClick={() => setAsking(false)}>
                {t('runs.cancel')}
              </Button>
            </>
          ) : (
            <Button size="sm" variant="default" onClick={() => setAsking(true)}>
              {t('runs.undo', { date: format.date(run.expires_at) })}
            </Button>
          )}
        </Group>
      ) : null}
    </li>
  );
}

/** What retention removed in the last thirty days, each with a way back. */
export function RetentionRuns() {
  const { t } = useTranslation('privacy');
  const runs = useRetentionRuns().data ?? [];
  if (runs.length === 0) return null;
  return (
    <section className={classes.history}>
      <h3>{t('runs.title')}</h3>
      <p className={classes.hint}>{t('runs.hint')}</p>
      <ul>
        {runs.map((run) => (
          <Run key={run.operation} run={run} />
        ))}
      </ul>
    </section>
  );
}
