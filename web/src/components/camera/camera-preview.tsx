import { Loader, NativeSelect } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Camera } from '../../lib/camera/use-camera.ts';
import classes from './camera-preview.module.css';

interface CameraPreviewProps {
  readonly camera: Camera;
  /** Drawn over the video and mirrored with it: outlines, boxes. */
  readonly overlay?: ReactNode;
  /** Drawn over the video, never mirrored: a countdown, an instruction. */
  readonly children?: ReactNode;
}

/** The camera's <video> with its overlays. Mount it before the camera is started. */
export function CameraPreview({ camera, overlay, children }: CameraPreviewProps) {
  const { t } = useTranslation('camera');
  const { state, isReady, facing, isMirrored, videoRef } = camera;
  return (
    <div className={classes.frame} data-camera={state.status} data-facing={facing}>
      <div className={classes.picture} data-mirrored={isMirrored} data-ready={isReady}>
        {/* No captions: there is no sound. */}
        <video ref={videoRef} muted autoPlay playsInline aria-label={t('preview')} />
        {isReady ? overlay : null}
      </div>
      {isReady ? null : (
        <div className={classes.placeholder}>
          <CameraPlaceholder status={state.status} />
        </div>
      )}
      {children ? <div className={classes.above}>{children}</div> : null}
    </div>
  );
}

function CameraPlaceholder({ status }: { status: Camera['state']['status'] }) {
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

/** Seconds over the video, legible from two metres and announced by screen readers. */
export function Countdown({ seconds }: { seconds: number }) {
  return (
    <div className={classes.count} role="timer" aria-live="assertive">
      <span key={seconds}>{seconds}</span>
    </div>
  );
}

/** Select for the camera, hidden when there is only one. The choice is stored on this device. */
export function DevicePicker({ camera }: { camera: Camera }) {
  const { t } = useTranslation('camera');
  const { devices, deviceId, switchTo } = camera;
  if (devices.length < 2) return null;
  return (
    <NativeSelect
      label={t('picker')}
      value={deviceId ?? ''}
      onChange={(event) => switchTo(event.currentTarget.value)}
      data={devices.map(({ id, label }, index) => ({
        value: id,
        label: label || t('unnamed', { number: index + 1 }),
      }))}
    />
  );
}
