import { Alert } from '@mantine/core';
import { IconCameraOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CameraProblem } from '../../lib/camera/camera-problem.ts';

interface CameraProblemNoteProps {
  readonly problem: CameraProblem;
  /** A sentence of the flow's own above it. */
  readonly title?: string;
}

/** What is wrong with the camera and what to do; on an insecure page also why. */
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
