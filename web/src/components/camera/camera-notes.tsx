import { Alert, Button } from '@mantine/core';
import { IconCameraOff, IconFaceIdError } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CameraProblem } from '../../lib/camera/camera-problem.ts';

interface CameraProblemNoteProps {
  readonly problem: CameraProblem;
  /** Replaces the problem as the title; the problem then follows as text. */
  readonly title?: string;
}

/** Why the camera does not work and what to do about it. */
export function CameraProblemNote({ problem, title }: CameraProblemNoteProps) {
  const { t } = useTranslation('camera');
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconCameraOff size={22} aria-hidden />}
      title={title ?? t(`problem.${problem}`)}
    >
      {title ? <p style={{ margin: '0 0 8px' }}>{t(`problem.${problem}`)}</p> : null}
      {problem === 'insecure' ? (
        <>
          <p style={{ margin: '0 0 8px' }}>{t('insecure.why', { origin: location.origin })}</p>
          <p style={{ margin: 0 }}>{t('insecure.fix')}</p>
        </>
      ) : null}
    </Alert>
  );
}

interface LookAlikeNoteProps {
  readonly text: string;
  /** The person registered with this face; null for any other refusal. */
  readonly duplicateOf: { readonly id: string; readonly name: string } | null;
  readonly onLookAlike: (id: string) => void;
}

/** Why a face was not registered. For look-alikes such as twins an administrator can confirm a different person. */
export function LookAlikeNote({ text, duplicateOf, onLookAlike }: LookAlikeNoteProps) {
  const { t } = useTranslation('camera');
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconFaceIdError size={22} aria-hidden />}
      title={text}
    >
      {duplicateOf ? (
        <Button variant="default" mt="xs" onClick={() => onLookAlike(duplicateOf.id)}>
          {t('lookAlike', { name: duplicateOf.name })}
        </Button>
      ) : null}
    </Alert>
  );
}
