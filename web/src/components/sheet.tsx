import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
  /** A short question stays a window on a phone too. */
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** A modal while it is mounted; on a phone the whole screen. Focus goes back to where it came from. */
export function Sheet({ title, onClose, size = 'md', isSmall = false, children }: SheetProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false }) && !isSmall;
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const { current } = opener;
    return () => {
      // After the window is gone: while it is there it keeps the focus inside.
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
