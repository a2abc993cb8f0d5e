import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface FormModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
  /** Not full screen on a phone, for a short question. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** A modal that is open while mounted; full screen on a phone. Closing returns the focus to the element that had it. */
export function FormModal({ title, onClose, size = 'md', isSmall = false, children }: FormModalProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false }) && !isSmall;
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const { current } = opener;
    return () => {
      // In the next frame: until the modal is removed, its focus trap takes the focus back.
      if (current instanceof HTMLElement) requestAnimationFrame(() => current.focus({ preventScroll: true }));
    };
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'lg'}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44 }}
    >
      {children}
    </Modal>
  );
}

interface ConfirmModalProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Focus starts on Cancel. */
export function ConfirmModal({ title, children, confirm, isBusy, onConfirm, onClose }: ConfirmModalProps) {
  const { t } = useTranslation();
  return (
    <FormModal title={title} onClose={onClose} isSmall>
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
    </FormModal>
  );
}
