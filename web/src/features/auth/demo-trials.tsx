import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DemoKioskButton } from '../../components/demo/demo-kiosk-button.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './auth.module.css';
import { useAdminLogin, useUserLogin } from './auth.queries.ts';

const ROLES = ['user', 'admin', 'teacher', 'office'] as const;

/** One button per role of the demo school: signs in at once. */
export function DemoTrials({ onSignedIn }: { onSignedIn: () => void }) {
  const { t, i18n } = useTranslation('auth');
  const { demo_credentials: demo } = usePublicSettings();
  const user = useUserLogin();
  const admin = useAdminLogin();
  if (!demo) return null;
  const outcome = {
    onSuccess: onSignedIn,
    onError: (error: unknown) => toast('error', errorText(error, i18n, t('failed'))),
  };
  return (
    <div className={classes.trials}>
      {ROLES.map((role) => {
        const isBusy = role === 'admin' ? admin.isPending : user.isPending && user.variables === demo[role];
        const enter = () =>
          role === 'admin'
            ? admin.mutate({ username: '', password: demo.admin.password }, outcome)
            : user.mutate(demo[role], outcome);
        return (
          <Button key={role} variant="light" loading={isBusy} onClick={enter}>
            {t(`demo.try.${role}`)}
          </Button>
        );
      })}
      <DemoKioskButton variant="light" />
    </div>
  );
}
