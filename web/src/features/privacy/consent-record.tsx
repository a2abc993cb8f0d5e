import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './privacy.module.css';
import type { Consent } from './privacy.queries.ts';

/** Who agreed to what, when; and who ended it. */
export function ConsentRecord({ consent }: { consent: Consent }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const { given_by, given_at, text_version, noted_by, withdrawn_at, withdrawn_by } = consent;
  return (
    <>
      <span>
        {t('consent.given', { name: given_by, date: format.date(given_at), version: text_version })}
      </span>
      {noted_by === given_by ? null : <span>{t('consent.noted', { name: noted_by })}</span>}
      {withdrawn_at ? (
        <span>{t('consent.withdrawn', { date: format.date(withdrawn_at), name: withdrawn_by ?? '' })}</span>
      ) : null}
    </>
  );
}

interface ConsentStateProps {
  readonly inForce: Consent | null;
  readonly isRequired: boolean;
}

export function ConsentState({ inForce, isRequired }: ConsentStateProps) {
  const { t } = useTranslation('privacy');
  const Icon = inForce ? IconCircleCheck : IconCircleDashed;
  return (
    <div className={classes.state} data-given={inForce !== null}>
      <Icon size={22} aria-hidden />
      <div>
        <strong>{inForce ? t('consent.inForce') : t('consent.none')}</strong>
        {inForce ? <ConsentRecord consent={inForce} /> : null}
        {!inForce && isRequired ? <span>{t('consent.required')}</span> : null}
      </div>
    </div>
  );
}
