import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './privacy.module.css';
import type { Consent } from './privacy.queries.ts';

/** Who gave consent to which text version and when, and who withdrew it. */
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
  /** The text has changed since. */
  readonly isOutdated?: boolean;
}

export function ConsentState({ inForce, isRequired, isOutdated = false }: ConsentStateProps) {
  const { t } = useTranslation('privacy');
  const Icon = inForce && !isOutdated ? IconCircleCheck : IconCircleDashed;
  return (
    <div className={classes.state} data-given={inForce !== null && !isOutdated}>
      <Icon size={22} aria-hidden />
      <div>
        <strong>
          {isOutdated ? t('consent.outdated') : inForce ? t('consent.inForce') : t('consent.none')}
        </strong>
        {inForce ? <ConsentRecord consent={inForce} /> : null}
        {!inForce && isRequired ? <span>{t('consent.required')}</span> : null}
      </div>
    </div>
  );
}

interface WithdrawConsentProps {
  /** Explains the consequences, to the person or to an administrator. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly onWithdraw: (done: () => void) => void;
}

/** Button that withdraws consent after a confirmation: face data is destroyed. */
export function WithdrawConsent({ text, isBusy, onWithdraw }: WithdrawConsentProps) {
  const { t } = useTranslation('privacy');
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {t('consent.withdraw')}
      </Button>
      {isAsking ? (
        <ConfirmModal
          title={t('consent.withdrawTitle')}
          confirm={t('consent.withdraw')}
          isBusy={isBusy}
          onClose={close}
          onConfirm={() => onWithdraw(close)}
        >
          {text}
        </ConfirmModal>
      ) : null}
    </>
  );
}
