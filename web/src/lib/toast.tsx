import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';

export const TOAST_MS = 5000;

const ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };
const COLORS = { success: 'teal', error: 'red', warning: 'yellow', info: 'gray' };

/** Removes every message, e.g. because it was for the person before. */
export const clearToasts = (): void => notifications.clean();

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

interface ToastAction {
  readonly label: string;
  readonly forMs: number;
  readonly onAction: () => void;
}

/** A message with a button, such as Undo, that stays as long as the button works. The next one takes its place. */
export function toastWithAction(message: string, { label, forMs, onAction }: ToastAction): void {
  const id = 'with-action';
  const act = () => {
    notifications.hide(id);
    onAction();
  };
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      // The words wrap, however long a name is; the button stays whole.
      <Group justify="space-between" wrap="nowrap" gap="md" style={{ overflowWrap: 'anywhere' }}>
        {message}
        <Button size="xs" variant="default" flex="none" onClick={act}>
          {label}
        </Button>
      </Group>
    ),
    autoClose: forMs,
    color: COLORS.success,
    icon: <IconCheck size={18} aria-hidden />,
    role: 'status',
    withBorder: true,
  });
}
