import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/feedback/hint.tsx';
import { LoadError } from '../../../components/feedback/load-error.tsx';
import { FormModal } from '../../../components/layout/form-modal.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { useHealthFacts, useWeekFigures } from './health-facts.ts';
import classes from './kiosk-health.module.css';
import { type KioskHealth, useKioskHealth } from './kiosk-health.queries.ts';
import { useProblemText } from './kiosk-status.tsx';
import type { KioskListing } from './kiosks.queries.ts';

interface HealthModalProps {
  readonly kiosk: KioskListing;
  readonly onClose: () => void;
}

/** How a kiosk is: what to do, its last report, and figures of a week. */
export function HealthModal({ kiosk: { id, name }, onClose }: HealthModalProps) {
  const { t } = useTranslation('kioskHealth');
  const query = useKioskHealth(true);
  const health = query.data?.kiosks.find(({ kiosk_id }) => kiosk_id === id);
  return (
    <FormModal title={t('of', { name })} onClose={onClose} size="lg">
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {health && query.data ? (
        <div className={classes.health} data-kiosk-health={health.presence}>
          <Problems health={health} />
          <Report health={health} version={query.data.version} />
          <Week health={health} />
          <Silences health={health} />
        </div>
      ) : null}
    </FormModal>
  );
}

function Problems({ health }: { health: KioskHealth }) {
  const { t } = useTranslation('kioskHealth');
  const problem = useProblemText();
  if (health.presence === 'never_seen' || !health.report)
    return <p className={classes.text}>{t('notYet')}</p>;
  if (health.problems.length === 0)
    return (
      <p className={classes.well}>
        <IconCircleCheck size={20} aria-hidden />
        {t('well')}
      </p>
    );
  return (
    <section>
      <h3>{t('todo')}</h3>
      <ul className={classes.problems}>
        {health.problems.map((each) => {
          const { title, text } = problem(each, health);
          return (
            <li key={each}>
              <IconAlertTriangle size={20} aria-hidden />
              <div>
                <strong>{title}</strong>
                <p>{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Report({ health, version }: { health: KioskHealth; version: string }) {
  const { t } = useTranslation('kioskHealth');
  const facts = useHealthFacts(health, version);
  if (!health.report) return null;
  return (
    <section>
      <h3>{t('now')}</h3>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Week({ health }: { health: KioskHealth }) {
  const { t } = useTranslation('kioskHealth');
  const figures = useWeekFigures(health);
  return (
    <section>
      <h3>{t('week.title')}</h3>
      {figures.length === 0 ? (
        <p className={classes.text}>{t('week.none')}</p>
      ) : (
        <dl className={classes.week}>
          {figures.map(({ term, value, hint }) => (
            <div key={term}>
              <dt>
                {term} <Hint text={hint} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Silences({ health: { silences } }: { health: KioskHealth }) {
  const { t } = useTranslation('kioskHealth');
  const format = useFormat();
  if (silences.length === 0) return null;
  return (
    <section>
      <h3>{t('silences.title')}</h3>
      <ul className={classes.silences}>
        {silences.map(({ since, back_at }) => {
          const from = format.apart(format.recentMoment(since));
          return (
            <li key={since}>
              {back_at === null
                ? t('silences.since', { from })
                : t('silences.range', { from, to: format.apart(format.recentMoment(back_at)) })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
