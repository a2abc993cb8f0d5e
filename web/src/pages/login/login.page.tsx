import { Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChartBar, IconClockCheck, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../components/layout/logo.tsx';
import { DemoCredentials, LoginForm } from '../../features/auth/login-form.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import classes from './login.module.css';

const FEATURES = [
  { key: 'monitoring', Icon: IconClockCheck },
  { key: 'management', Icon: IconUsers },
  { key: 'analytics', Icon: IconChartBar },
  { key: 'notices', Icon: IconSpeakerphone },
] as const;

export const UserLoginPage = () => <LoginPage mode="user" />;
export const AdminLoginPage = () => <LoginPage mode="admin" />;

function LoginPage({ mode }: { mode: 'user' | 'admin' }) {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { institution_name } = usePublicSettings();
  const [value, setValue] = useState({ username: '', password: '' });
  useDocumentTitle(`${t(`${mode}.title`)} · Rollcall`);

  return (
    <div className={classes.page}>
      <div className={classes.panel}>
        <Link to="/" className={classes.brand}>
          <LogoMark size={36} />
          {t('common:brand')}
        </Link>
        <h1 className={classes.title}>{t(`${mode}.title`)}</h1>
        <p className={classes.text}>
          {t(`${mode}.text`)}
          <span>{institution_name}</span>
        </p>
        <Stack gap="md">
          <LoginForm
            mode={mode}
            value={value}
            onChange={setValue}
            onSignedIn={(role) => void navigate({ to: role === 'admin' ? '/admin' : '/dashboard' })}
          />
          <DemoCredentials mode={mode} onFill={setValue} />
        </Stack>
        <div className={classes.links}>
          <Link to={mode === 'user' ? '/admin/login' : '/login'}>{t(`${mode}.other`)}</Link>
          <Link to="/">{t('common:actions.backToHome')}</Link>
        </div>
      </div>
      <aside className={classes.features}>
        <h2>{t('features.title')}</h2>
        <ul>
          {FEATURES.map(({ key, Icon }) => (
            <li key={key}>
              <Icon size={22} aria-hidden />
              {t(`features.${key}`)}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
