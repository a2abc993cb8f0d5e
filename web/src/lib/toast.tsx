import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';

export const TOAST_MS = 5000;

const ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };
const COLORS = { success: 'teal', error: 'red', warning: 'yellow', info: 'gray' };

/** Shows a notification; errors and warnings are announced as alerts. */
export function toast(tone: keyof typeof ICONS, message: string, title?: string): void {
  const Icon = ICONS[tone];
  notifications.show({
    message,
    ...(title ? { title } : {}),
    autoClose: TOAST_MS,
    color: COLORS[tone],
    icon: <Icon size={18} aria-hidden />,
    role: tone === 'error' || tone === 'warning' ? 'alert' : 'status',
    withBorder: true,
  });
}
