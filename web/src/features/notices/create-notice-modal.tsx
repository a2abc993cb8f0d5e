import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import { NoticeForm } from './notice-form.tsx';

export function CreateNoticeModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['notices', 'common']);
  return (
    <Sheet title={t('form.title')} onClose={onClose} size="lg">
      <NoticeForm autoFocus onPosted={onClose} />
    </Sheet>
  );
}
