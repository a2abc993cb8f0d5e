import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { Bars } from './bars.tsx';
import classes from './installation.module.css';
import type { Installation } from './installation.queries.ts';
import { byHour, byPlace, byReason, isKnownReason } from './refusals.rules.ts';

/** Why and when check-ins were refused, from which cameras, and what the accepted ones proved. */
export function RefusalsCard({ report }: { report: Installation }) {
  const { t } = useTranslation('installation');
  const format = useFormat();
  const { refusals, evidence, accepted } = report;
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  const scans = accepted.count + refused;
  const hours = byHour(refusals);
  const most = Math.max(...hours);
  const marks = evidence.reduce((sum, { count }) => sum + count, 0);
  const share = (count: number, of: number) =>
    t('rates.share', { count: format.number(count), share: format.percent((100 * count) / of) });
  return (
    <Card title={t('refusals.title')} hint={t('refusals.hint')}>
      {refused === 0 ? (
        <p className={classes.note}>{t('refusals.none')}</p>
      ) : (
        <>
          <p className={classes.advice}>{t('refusals.total', { share: share(refused, scans) })}</p>
          <Bars
            title={t('refusals.byHour')}
            counts={hours}
            spoken={t('refusals.busiest', {
              hour: format.time(`${String(hours.indexOf(most)).padStart(2, '0')}:00`),
              count: most,
            })}
            kind="others"
            axis={[format.time('00:00'), format.time('12:00'), format.time('23:59')]}
          />
          <h3 className={classes.part}>{t('refusals.reasons')}</h3>
          <dl className={classes.shares}>
            {byReason(refusals).map(([reason, count]) => (
              <div key={reason}>
                <dt>{isKnownReason(reason) ? t(`reasons.${reason}`) : reason}</dt>
                <dd>{share(count, refused)}</dd>
              </div>
            ))}
          </dl>
          <h3 className={classes.part}>{t('refusals.cameras')}</h3>
          <dl className={classes.shares}>
            {byPlace(refusals).map(([place, count]) => (
              <div key={place}>
                <dt>{t(`places.${place}`)}</dt>
                <dd>{share(count, refused)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h3 className={classes.part}>{t('refusals.proved')}</h3>
      {marks === 0 ? <p className={classes.note}>{t('scores.none')}</p> : null}
      <dl className={classes.shares}>
        {evidence.map(({ evidence: place, count }) => (
          <div key={place ?? 'unknown'}>
            <dt>{t(`places.${place ?? 'unknown'}`)}</dt>
            <dd>{share(count, marks)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
