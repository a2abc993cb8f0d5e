import { Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconChartBar, IconClockCheck, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../components/logo.tsx';
import { DemoCredentials } from '../../features/auth/demo-credentials.tsx';
import { LoginForm } from '../../features/auth/login-form.tsx';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';
import classes from './login.module.css';

const INSIDE = [
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
      <div className={classes.door}>
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
        <div className={classes.ways}>
          <Link to={mode === 'user' ? '/admin/login' : '/login'}>{t(`${mode}.other`)}</Link>
          <Link to="/">{t('common:actions.backToHome')}</Link>
        </div>
      </div>
      <aside className={classes.inside}>
        <h2>{t('features.title')}</h2>
        <ul>
          {INSIDE.map(({ key, Icon }) => (
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
