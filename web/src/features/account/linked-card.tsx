import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import rows from '../../components/layout/rows.module.css';
import { useFormat } from '../../lib/format/format.ts';
import classes from './account.module.css';
import { useOwnProviders } from './account.queries.ts';

/** The identity providers with which the account signs in; nothing without one. */
export function LinkedCard() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { data = [] } = useOwnProviders();
  if (data.length === 0) return null;
  return (
    <Card title={t('linked.title')} hint={t('linked.hint')}>
      <ul className={`${rows.rows} ${classes.rows}`}>
        {data.map(({ id, name, linked_at, last_used_at }) => (
          <li key={id}>
            <IconLink size={24} aria-hidden />
            <div className={classes.what}>
              <strong>{name}</strong>
              <span>
                {t('linked.since', { date: format.date(linked_at) })} ·{' '}
                {t('linked.used', { date: format.date(last_used_at) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
