import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../components/layout/logo.tsx';
import { useAdminLogin } from '../../features/auth/auth.queries.ts';
import { SetupForm } from '../../features/auth/setup-form.tsx';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { toast } from '../../lib/toast.tsx';
import classes from '../login/login.module.css';

/** First page of a new installation: institution name and administrator password. */
export function SetupPage() {
  const { t } = useTranslation(['auth', 'common']);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle(`${t('setup.title')} · Rollcall`);
  const admin = useAdminLogin();
  const openStartPage = useOpenStartPage();
  const finish = async (password: string) => {
    await queryClient.resetQueries({ queryKey: ['public-settings'] });
    toast('success', t('setup.done'));
    // Whoever has just chosen the password does not type it again.
    admin.mutate(
      { username: '', password },
      {
        onSuccess: () => void openStartPage(),
        onError: () => void navigate({ to: '/admin/login' }),
      },
    );
  };
  return (
    <div className={classes.panel}>
      <span className={classes.brand}>
        <LogoMark size={36} />
        {t('common:brand')}
      </span>
      <h1 className={classes.title}>{t('setup.title')}</h1>
      <p className={classes.text}>{t('setup.text')}</p>
      <SetupForm onDone={(password) => void finish(password)} />
    </div>
  );
}
