import { useTranslation } from 'react-i18next';
import { PersonLink } from '../../../components/display/person-link.tsx';
import { Card } from '../../../components/layout/card.tsx';
import classes from './installation.module.css';
import type { Installation } from './installation.queries.ts';

/** Whose photos should be taken again. They are told so when they check in. */
export function RenewalsCard({ renewals }: { renewals: Installation['renewals'] }) {
  const { t } = useTranslation('installation');
  return (
    <Card title={t('renewals.title')} hint={t('renewals.hint')}>
      {renewals.length === 0 ? <p className={classes.note}>{t('renewals.none')}</p> : null}
      <ul className={classes.list}>
        {renewals.map(({ id, name, reason, months }) => (
          <li key={id}>
            <div>
              <PersonLink id={id}>{name}</PersonLink>
              <small>
                {t(`renewals.reasons.${reason}`)} · {t('renewals.age', { count: months })}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
