import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { TOAST_MS } from '../../lib/toast.tsx';
import classes from './toast-host.module.css';

/** Mantine's notification container, with a translated label on the close button. */
export function ToastHost() {
  const { t } = useTranslation();
  const closeButtonProps = { 'aria-label': t('actions.close') };
  return (
    <MantineThemeProvider
      inherit
      theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}
    >
      <Notifications
        position="bottom-center"
        className={classes.toasts ?? ''}
        autoClose={TOAST_MS}
        limit={4}
      />
    </MantineThemeProvider>
  );
}
