import { IconSchool, IconShieldCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAdminLogin, useUserLogin } from '../../features/auth/auth.queries.ts';
import { useDemo } from '../../lib/demo.ts';
import { errorText } from '../../lib/error-text.ts';
import { usePublicSettings } from '../../lib/public-settings.queries.ts';
import { toast } from '../../lib/toast.tsx';
import { DemoCard } from './demo-card.tsx';
import classes from './home.module.css';

/** Outside demo mode there are no accounts to show, only the two doors. */
export function DemoSection() {
  const { t, i18n } = useTranslation('home');
  const { demo_credentials: demo, institution_name } = usePublicSettings();
  const navigate = useNavigate();
  const isInBrowser = useDemo() !== null;
  const user = useUserLogin();
  const admin = useAdminLogin();
  const onError = (error: unknown) => toast('error', errorText(error, i18n, t('demo.failed')));
  const openUser = () =>
    demo && user.mutate(demo.user, { onSuccess: () => void navigate({ to: '/dashboard' }), onError });
  const openAdmin = () =>
    demo &&
    admin.mutate(
      { username: '', password: demo.admin.password },
      { onSuccess: () => void navigate({ to: '/admin' }), onError },
    );
  return (
    <section id="demo" className={classes.section}>
      <h2 className={classes.title}>{demo ? t('demo.title') : institution_name || t('demo.closedTitle')}</h2>
      <p className={classes.intro}>{demo ? t('demo.text') : t('demo.closedText')}</p>
      <div className={`${classes.grid} ${classes.two}`}>
        <DemoCard
          kind="user"
          icon={<IconSchool size={24} aria-hidden />}
          account={demo?.user}
          isBusy={user.isPending}
          onOpen={openUser}
        />
        <DemoCard
          kind="admin"
          icon={<IconShieldCheck size={24} aria-hidden />}
          account={demo?.admin}
          isBusy={admin.isPending}
          onOpen={openAdmin}
        />
      </div>
      {demo ? (
        <div className={classes.notice}>
          <p>
            <strong>{t('demo.notice.title')}.</strong>{' '}
            {isInBrowser ? t('demo.notice.inBrowser') : t('demo.notice.text')}
          </p>
          <a href={__REPOSITORY_URL__} target="_blank" rel="noreferrer" className={classes.how}>
            {t('demo.notice.link')}
          </a>
        </div>
      ) : null}
    </section>
  );
}
