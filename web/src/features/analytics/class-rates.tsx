import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { RateBar } from '../../components/rate-bar.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import type { AdminAnalytics } from './analytics.queries.ts';

export function ClassRates({ rows }: { rows: AdminAnalytics['class_wise_stats'] }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  return (
    <Card title={t('classes.title')}>
      {rows.length === 0 ? <p className={classes.none}>{t('classes.empty')}</p> : null}
      <ul className={classes.rates}>
        {rows.map((row) => (
          <li key={row.class_section}>
            <div>
              <span>
                <strong>{row.class_section}</strong> {t('classes.students', { count: row.students })}
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
