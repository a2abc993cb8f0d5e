import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { TOAST_MS } from '../lib/toast.tsx';

export function ToastHost() {
  return <Notifications position="top-right" autoClose={TOAST_MS} limit={4} />;
}
