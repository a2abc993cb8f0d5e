import { Button, Group, Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote, LookAlikeNote } from '../../components/camera/camera-notes.tsx';
import { CameraPreview, Countdown, DevicePicker } from '../../components/camera/camera-preview.tsx';
import { FaceOverlay, GuidanceLine } from '../../components/camera/guidance-overlay.tsx';
import type { FaceSubject } from './enrolment.reducer.ts';
import { type CaptureMode, isFilming, PHOTOS, photosTaken } from './face-capture.reducer.ts';
import { PhotoStrip } from './photo-strip.tsx';
import { type FaceCaptureFlow, useFaceCapture } from './use-face-capture.ts';

interface FaceCaptureProps {
  readonly subject: FaceSubject;
  readonly mode: CaptureMode;
  readonly onRegistered: (message: string) => void;
  /** Leaves without registering a face. */
  readonly onLeave: () => void;
}

/** Takes three photos of a person with the camera and registers the face. */
export function FaceCapture({ subject, mode, onRegistered, onLeave }: FaceCaptureProps) {
  const { t } = useTranslation('registration');
  const flow = useFaceCapture({ subject, mode, onRegistered });
  const { state, camera, guidance } = flow;
  const isBurst = mode === 'burst';
  const filming = isFilming(state);
  const failure =
    state.step === 'failed' ? <LookAlikeNote {...state.failure} onLookAlike={flow.send} /> : null;
  return (
    <Stack gap="md">
      {isBurst || filming || state.step === 'idle' ? (
        <CameraPreview camera={camera} overlay={<FaceOverlay guidance={guidance} />}>
          {!isBurst && state.step === 'counting' && state.left > 0 ? (
            <Countdown seconds={state.left} />
          ) : null}
          {filming ? <GuidanceLine guidance={guidance} /> : null}
        </CameraPreview>
      ) : null}
      {camera.state.status === 'failed' ? (
        <CameraProblemNote
          problem={camera.state.problem}
          {...(isBurst ? {} : { title: t('cameraFailed') })}
        />
      ) : null}
      {isBurst ? (
        <>
          {failure}
          <BurstProgress done={photosTaken(state)} />
        </>
      ) : (
        <>
          <CountdownPhotos flow={flow} name={subject.name} />
          {failure}
        </>
      )}
      {(isBurst ? state.step === 'ready' : filming) ? <DevicePicker camera={camera} /> : null}
      <CaptureButtons flow={flow} mode={mode} onLeave={onLeave} />
    </Stack>
  );
}

function BurstProgress({ done }: { done: number }) {
  const { t } = useTranslation('camera');
  const text = t('capture.progress', { done, of: PHOTOS });
  return (
    <div>
      <p style={{ margin: '0 0 8px' }} role="status">
        {text}
      </p>
      <Progress value={(100 * done) / PHOTOS} aria-label={text} />
    </div>
  );
}

function CountdownPhotos({ flow, name }: { flow: FaceCaptureFlow; name: string }) {
  const { t } = useTranslation('registration');
  const { state } = flow;
  const isIdle = state.step === 'idle';
  return (
    <>
      {isIdle ? <p style={{ margin: 0 }}>{t('photos.intro', { name })}</p> : null}
      {isIdle && photosTaken(state) === 0 ? null : (
        <PhotoStrip
          photos={state.photos}
          current={'slot' in state ? state.slot : null}
          onRetake={state.step === 'review' ? flow.retake : null}
        />
      )}
      {state.step === 'uploading' ? (
        <Progress
          value={(100 * state.done) / PHOTOS}
          aria-label={t('photos.progress', { done: state.done, of: PHOTOS })}
        />
      ) : null}
    </>
  );
}

interface CaptureButtonsProps {
  readonly flow: FaceCaptureFlow;
  readonly mode: CaptureMode;
  readonly onLeave: () => void;
}

function CaptureButtons({ flow, mode, onLeave }: CaptureButtonsProps) {
  const { t } = useTranslation(['registration', 'camera', 'common']);
  const isBurst = mode === 'burst';
  const { step } = flow.state;
  const start = { label: t('camera:start'), run: flow.start };
  const capture = { label: t('camera:capture.action'), run: flow.capture };
  const register = { label: t('registerFace'), run: () => flow.send(null) };
  const tryAgain = t('camera:tryAgain');
  const main = {
    idle: isBurst ? { label: tryAgain, run: flow.start } : start,
    starting: isBurst ? capture : start,
    ready: capture,
    counting: isBurst ? capture : start,
    pausing: start,
    review: register,
    uploading: isBurst ? capture : register,
    failed: { label: tryAgain, run: flow.clear },
  }[step];
  const isBusy = step === 'uploading' || (isFilming(flow.state) && step !== 'ready');
  return (
    <Group justify="flex-end">
      {isBurst || step !== 'uploading' ? (
        <Button variant="default" onClick={onLeave}>
          {isBurst ? t('common:actions.cancel') : t('skip')}
        </Button>
      ) : null}
      {/* A button of its own for each action: focus and double clicks do not carry over to the next one. */}
      <Button key={main.label} onClick={main.run} loading={isBusy} data-autofocus>
        {main.label}
      </Button>
    </Group>
  );
}
