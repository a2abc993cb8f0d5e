import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from './sheet.tsx';

interface ConfirmModalProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Before anything that cannot be undone. Focus starts on Cancel. */
export function ConfirmModal({ title, children, confirm, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={title} onClose={onClose} isSmall>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <Button color="red" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
