import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import type { UnsavedWork } from '../../lib/unsaved.ts';

export function UnsavedQuestion({ work }: { work: UnsavedWork }) {
  const { t } = useTranslation();
  const kind = (['passwords', 'token'] as const).find(work.hasKind) ?? 'entered';
  return (
    <ConfirmModal
      title={t(`unsaved.${kind}.title`)}
      confirm={t(`unsaved.${kind}.discard`)}
      cancel={t(`unsaved.${kind}.keep`)}
      isBusy={false}
      onConfirm={() => work.settle(true)}
      onClose={() => work.settle(false)}
    >
      {t(`unsaved.${kind}.text`)}
    </ConfirmModal>
  );
}
