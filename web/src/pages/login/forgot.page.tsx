import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForgotForm } from '../../features/auth/forgot-form.tsx';
import { LoginFrame } from './login-frame.tsx';

/** Asks for a link to choose a new password. */
export function ForgotPage() {
  const { t } = useTranslation('auth');
  const [isSent, setSent] = useState(false);
  return (
    <LoginFrame
      title={isSent ? t('forgot.sent') : t('forgot.title')}
      text={isSent ? t('forgot.sentText') : t('forgot.text')}
      links={<Link to="/login">{t('forgot.back')}</Link>}
    >
      {isSent ? null : <ForgotForm onSent={() => setSent(true)} />}
    </LoginFrame>
  );
}
