import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './home.module.css';

/** Measured figures where a measurement was kept; elsewhere what the product does, without a number. */
export function StatsStrip() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { accuracy, requestP95Ms, people, records } = __BENCH_FIGURES__;
  const seconds = (ms: number) =>
    ms < 950
      ? t('stats.under', { value: format.number(Math.ceil(ms / 100) / 10) })
      : t('stats.seconds', { value: format.number(ms / 1000) });
  const figures = [
    { key: 'accuracy', text: accuracy?.value && format.precisePercent(accuracy.value) },
    { key: 'speed', text: requestP95Ms?.value && seconds(requestP95Ms.value) },
    { key: 'people', text: people?.value && format.number(people.value) },
    { key: 'records', text: records?.value && format.number(records.value) },
  ] as const;

  return (
    <div className={classes.band}>
      <section className={classes.section}>
        <div className={classes.bandHead}>
          <h2 className={classes.title}>{t('stats.title')}</h2>
          <Link to="/how-we-measured" className={classes.how}>
            {t('stats.how')}
          </Link>
        </div>
        <dl className={classes.stats}>
          {figures.map(({ key, text }) => (
            <div key={key} className={classes.stat}>
              <dt data-words={text ? undefined : ''}>{text || t(`stats.${key}.plain`)}</dt>
              <dd>{text ? t(`stats.${key}.label`) : t(`stats.${key}.plainText`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
