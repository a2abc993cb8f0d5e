import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import { usePrintCards } from './cards.queries.ts';

interface PrintCardsModalProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** Says what new cards end before it makes them. */
export function PrintCardsModal({ ids, onClose }: PrintCardsModalProps) {
  const { t } = useTranslation(['cards', 'people']);
  const { print, progress } = usePrintCards();
  return (
    <ConfirmModal
      title={t('print.title', { count: ids.length })}
      confirm={t('print.make')}
      isBusy={print.isPending}
      onConfirm={() => print.mutate(ids, { onSuccess: onClose })}
      {...(print.isPending ? { cancel: t('people:bulk.stop') } : {})}
      onClose={print.isPending ? progress.stop : onClose}
    >
      {t('print.text')}
      <Alert mt="md" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
        {t('print.warning')}
      </Alert>
    </ConfirmModal>
  );
}
