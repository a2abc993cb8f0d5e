import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraPreview } from '../../components/camera/camera-preview.tsx';
import { CameraProblemNote } from '../../components/camera/camera-problem-note.tsx';
import { DevicePicker } from '../../components/camera/device-picker.tsx';
import { useCamera } from '../../lib/camera/use-camera.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './class-attendance.module.css';

/** The back row needs pixels: as many as the camera has, up to what is worth sending. */
const WISH = { facing: 'environment', width: 1920, height: 1440 } as const;

/** One look at the class. The camera is released as soon as there is a picture. */
export function ClassCamera({ onPicture }: { onPicture: (image: string) => void }) {
  const { t } = useTranslation('classes');
  const camera = useCamera(WISH);
  const { state, start, isReady, capture } = camera;
  useEffect(() => start(), [start]);
  const look = () => {
    const image = capture();
    if (image) onPicture(image);
    else toast('error', t('photo.captureFailed'));
  };
  return (
    <>
      <CameraPreview camera={camera} />
      {state.status === 'failed' ? <CameraProblemNote problem={state.problem} /> : null}
      <div className={classes.buttons}>
        <DevicePicker camera={camera} />
        {state.status === 'failed' || state.status === 'off' ? (
          <Button variant="default" onClick={start}>
            {t('photo.startCamera')}
          </Button>
        ) : (
          <Button disabled={!isReady} onClick={look}>
            {t('photo.look')}
          </Button>
        )}
      </div>
    </>
  );
}
