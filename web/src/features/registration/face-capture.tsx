import { Button, Group, Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CameraPreview } from '../../components/camera/camera-preview.tsx';
import { CameraProblemNote } from '../../components/camera/camera-problem-note.tsx';
import { Countdown } from '../../components/camera/countdown.tsx';
import { DevicePicker } from '../../components/camera/device-picker.tsx';
import { FaceOverlay } from '../../components/camera/face-overlay.tsx';
import { GuidanceLine } from '../../components/camera/guidance-line.tsx';
import { LookAlikeNote } from '../../components/camera/look-alike-note.tsx';
import type { FaceCaptureProps } from './face-capture.types.ts';
import { PhotoStrip } from './photo-strip.tsx';
import { isFilming, PHOTOS } from './photos.reducer.ts';
import { usePhotos } from './use-photos.ts';

/** Step 2: three photos, each judged as it is taken, any of them taken again, then sent one by one. */
export function FaceCapture({ subject, onRegistered, onSkip }: FaceCaptureProps) {
  const { t } = useTranslation(['registration', 'camera']);
  const flow = usePhotos({ subject, onRegistered });
  const { state, camera, guidance } = flow;
  const filming = isFilming(state);
  const isIdle = state.step === 'idle';
  const isUploading = state.step === 'uploading';
  return (
    <Stack gap="md">
      {filming || isIdle ? (
        <CameraPreview camera={camera} overlay={<FaceOverlay guidance={guidance} />}>
          {state.step === 'counting' && state.left > 0 ? <Countdown seconds={state.left} /> : null}
          {filming ? <GuidanceLine guidance={guidance} /> : null}
        </CameraPreview>
      ) : null}
      {camera.state.status === 'failed' ? (
        <CameraProblemNote title={t('cameraFailed')} problem={camera.state.problem} />
      ) : null}
      {isIdle ? <p style={{ margin: 0 }}>{t('photos.intro', { name: subject.name })}</p> : null}
      {isIdle && state.photos.every((photo) => !photo) ? null : (
        <PhotoStrip
          photos={state.photos}
          now={'slot' in state ? state.slot : null}
          onRetake={state.step === 'review' ? flow.retake : null}
        />
      )}
      {isUploading ? (
        <Progress
          value={(100 * state.done) / PHOTOS}
          aria-label={t('photos.progress', { done: state.done, of: PHOTOS })}
        />
      ) : null}
      {state.step === 'failed' ? <LookAlikeNote {...state.failure} onLookAlike={flow.send} /> : null}
      {filming ? <DevicePicker camera={camera} /> : null}
      <Group justify="flex-end">
        {isUploading ? null : (
          <Button variant="default" onClick={onSkip}>
            {t('skip')}
          </Button>
        )}
        {isIdle || filming ? (
          <Button onClick={flow.start} loading={filming} data-autofocus>
            {t('camera:start')}
          </Button>
        ) : null}
        {state.step === 'review' || isUploading ? (
          <Button onClick={() => flow.send(null)} loading={isUploading}>
            {t('registerFace')}
          </Button>
        ) : null}
        {state.step === 'failed' ? <Button onClick={flow.clear}>{t('camera:tryAgain')}</Button> : null}
      </Group>
    </Stack>
  );
}
