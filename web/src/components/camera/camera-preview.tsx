import { Loader } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Camera } from '../../lib/camera/use-camera.ts';
import classes from './camera-preview.module.css';

interface CameraPreviewProps {
  readonly camera: Camera;
  /** Lies exactly over the picture and is mirrored with it: outlines, boxes. */
  readonly overlay?: ReactNode;
  /** Lies over the picture and reads normally: a countdown, an instruction. */
  readonly children?: ReactNode;
}

/** The video is the screen. Mount it before the camera is started: it holds the <video>. */
export function CameraPreview({ camera, overlay, children }: CameraPreviewProps) {
  const { t } = useTranslation('camera');
  const { state, isReady, facing, videoRef } = camera;
  return (
    <div className={classes.frame} data-camera={state.status} data-facing={facing}>
      <div className={classes.picture} data-mirrored={facing === 'user'} data-ready={isReady}>
        {/* The person in front of it is the only one who sees it; there is no sound to caption. */}
        <video ref={videoRef} muted autoPlay playsInline aria-label={t('preview')} />
        {isReady ? overlay : null}
      </div>
      {isReady ? null : (
        <div className={classes.rest}>
          <Resting status={state.status} />
        </div>
      )}
      {children ? <div className={classes.above}>{children}</div> : null}
    </div>
  );
}

function Resting({ status }: { status: Camera['state']['status'] }) {
  const { t } = useTranslation('camera');
  if (status === 'opening' || status === 'warming')
    return (
      <>
        <Loader color="gray" aria-hidden />
        <span role="status">{t('starting')}</span>
      </>
    );
  if (status === 'failed') return <IconCameraOff size={44} stroke={1.5} aria-hidden />;
  return (
    <>
      <IconCamera size={44} stroke={1.5} aria-hidden />
      <span>{status === 'paused' ? t('paused') : t('off')}</span>
    </>
  );
}
