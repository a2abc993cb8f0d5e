import { useDocumentTitle } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../components/layout/logo.tsx';
import { useAdminLogin } from '../../features/auth/auth.queries.ts';
import { SetupForm } from '../../features/auth/setup-form.tsx';
import { useOpenStartPage } from '../../lib/session/me.queries.ts';
import { toast } from '../../lib/toast.tsx';
import classes from '../login/login.module.css';
import own from './setup.module.css';

/** First page of a new installation: what it is, its name and the administrator's password. */
export function SetupPage() {
  const { t } = useTranslation(['auth', 'common', 'setup']);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle(`${t('setup.title')} · Rollcall`);
  const admin = useAdminLogin();
  const openStartPage = useOpenStartPage();
  const id = useId();
  const finish = async (password: string) => {
    await queryClient.resetQueries({ queryKey: ['public-settings'] });
    toast('success', t('setup:done'));
    // Whoever has just chosen the password does not type it again.
    admin.mutate(
      { username: '', password },
      {
        onSuccess: () => void openStartPage('/first-steps'),
        onError: () => void navigate({ to: '/admin/login' }),
      },
    );
  };
  return (
    <div className={`${classes.panel} ${own.panel}`}>
      <span className={classes.brand}>
        <LogoMark size={36} />
        {t('common:brand')}
      </span>
      <h1 className={classes.title}>{t('setup:welcome')}</h1>
      <p className={own.intro}>{t('setup:intro')}</p>
      <section className={own.asked} aria-labelledby={id}>
        <h2 id={id}>{t('setup:asked')}</h2>
        <ol>
          {(['kind', 'code', 'name', 'password'] as const).map((each) => (
            <li key={each}>{t(`setup:asks.${each}`)}</li>
          ))}
        </ol>
      </section>
      <SetupForm onDone={(password) => void finish(password)} />
    </div>
  );
}
