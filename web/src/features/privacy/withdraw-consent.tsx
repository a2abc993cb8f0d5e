import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/confirm-modal.tsx';

interface WithdrawConsentProps {
  /** What it means: to the person themselves, or to the administrator who notes it. */
  readonly text: string;
  readonly isBusy: boolean;
  readonly onWithdraw: (done: () => void) => void;
}

/** Withdrawing destroys the face data, so it is asked first. */
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
