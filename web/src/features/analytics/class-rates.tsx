import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Hint } from '../../components/hint.tsx';
import { RateBar } from '../../components/rate-bar.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import type { AdminAnalytics } from './analytics.queries.ts';

interface ClassRatesProps {
  readonly rows: AdminAnalytics['class_wise_stats'];
  /** To the rows of a section. */
  readonly onSection?: ((section: string) => void) | undefined;
}

export function ClassRates({ rows, onSection }: ClassRatesProps) {
  const { t } = useTranslation(['analytics', 'attendance']);
  const format = useFormat();
  return (
    <Card title={t('classes.title')} actions={<Hint text={t('attendance:rate.text')} />}>
      {rows.length === 0 ? <p className={classes.none}>{t('classes.empty')}</p> : null}
      <ul className={classes.rates}>
        {rows.map((row) => (
          <li key={row.class_section}>
            <div>
              <span>
                {onSection ? (
                  <button type="button" className={classes.lead} onClick={() => onSection(row.class_section)}>
                    {row.class_section}
                  </button>
                ) : (
                  <strong>{row.class_section}</strong>
                )}{' '}
                {t('classes.students', { count: row.students })}
              </span>
              <span className="rc-figures">{format.percent(row.rate)}</span>
            </div>
            <RateBar rate={row.rate} label={`${row.class_section} ${format.percent(row.rate)}`} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
