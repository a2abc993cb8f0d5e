import { useTranslation } from 'react-i18next';
import { LinkButton } from '../components/link-button.tsx';
import { MessagePage } from '../components/message-page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')} drawing="page">
      <LinkButton to="/">{t('notFound.action')}</LinkButton>
    </MessagePage>
  );
}
