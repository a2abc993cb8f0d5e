import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote } from '../../../components/camera/camera-notes.tsx';
import { CameraPreview, DevicePicker } from '../../../components/camera/camera-preview.tsx';
import { useCamera } from '../../../lib/camera/use-camera.ts';
import { toast } from '../../../lib/toast.tsx';
import classes from './class-photo.module.css';

/** High resolution: the faces in the back row are small. */
const CAMERA_OPTIONS = { facing: 'environment', width: 1920, height: 1440 } as const;

/** Takes one photo of the class. The parent unmounts it after the photo, which releases the camera. */
export function ClassCamera({ onPhoto }: { onPhoto: (image: string) => void }) {
  const { t } = useTranslation('classes');
  const camera = useCamera(CAMERA_OPTIONS);
  const { state, start, isReady, capture } = camera;
  useEffect(() => start(), [start]);
  const takePhoto = () => {
    const image = capture();
    if (image) onPhoto(image);
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
          <Button disabled={!isReady} onClick={takePhoto}>
            {t('photo.look')}
          </Button>
        )}
      </div>
    </>
  );
}
