import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedContext, type UnsavedKind, UnsavedScopeContext, useUnsavedIn } from '../../lib/unsaved.ts';
import classes from './form-modal.module.css';

interface FormModalProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
  /** Not full screen on a phone, for a short question. */
  readonly isSmall?: boolean;
  /** Full screen on every device, with nothing around the content: the picture of a camera. */
  readonly isBleeding?: boolean;
  /** The window holds something unsaved, and what. Forms inside it may call `useUnsaved` instead. */
  readonly isUnsaved?: boolean | UnsavedKind;
  readonly children: ReactNode;
}

/**
 * A modal that is open while mounted; full screen on a phone. Escape, Back and a click outside ask before they close
 * it if a form in it is not saved (`useUnsaved`). Closing returns the focus to the element that had it.
 */
export function FormModal({
  title,
  onClose,
  size = 'md',
  isSmall = false,
  isBleeding = false,
  isUnsaved = false,
  children,
}: FormModalProps) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false }) && !isSmall;
  const opener = useRef(document.activeElement);
  const work = useContext(UnsavedContext);
  const [scope] = useState(() => ({}));
  useUnsavedIn(scope, isUnsaved !== false, typeof isUnsaved === 'string' ? isUnsaved : 'entered');
  const close = () => {
    if (!work?.hasIn(scope)) return onClose();
    // Escape reaches both windows while the question is open.
    if (work.isAsked()) return;
    void work.ask().then((mayDiscard) => {
      if (mayDiscard) onClose();
    });
  };
  const closeByBack = useEffectEvent(close);
  useEffect(() => work?.openWindow(() => closeByBack()), [work]);
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
      onClose={close}
      title={title}
      size={size}
      fullScreen={isPhone || isBleeding}
      radius={isPhone || isBleeding ? 0 : 'lg'}
      {...(isBleeding
        ? { classNames: { content: classes.bleeding, header: classes.over, body: classes.whole } }
        : {})}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('actions.close'), size: 44 }}
    >
      <UnsavedScopeContext value={scope}>{children}</UnsavedScopeContext>
    </Modal>
  );
}

interface ConfirmModalProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirm: string;
  /** Text of the other button instead of Cancel. */
  readonly cancel?: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Focus starts on Cancel. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title, children, confirm, cancel, isBusy, onConfirm, onClose } = props;
  const { t } = useTranslation();
  return (
    <FormModal title={title} onClose={onClose} isSmall>
      <Stack gap="lg">
        <div>{children}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel ?? t('actions.cancel')}
          </Button>
          <Button color="red" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
