import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LookAlikeNote } from '../../components/camera/camera-notes.tsx';
import { Countdown, DevicePicker } from '../../components/camera/camera-preview.tsx';
import { CameraStage, StageLoading, StageVeil } from '../../components/camera/camera-stage.tsx';
import { StagePage } from '../../components/camera/stage-page.tsx';
import { useFaceModels } from '../../lib/camera/use-face-models.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import type { FaceSubject } from './enrolment.reducer.ts';
import { type CaptureMode, isFilming, PHOTOS, photosTaken } from './face-capture.reducer.ts';
import { PhotoStrip } from './photo-strip.tsx';
import { type FaceCaptureFlow, useFaceCapture } from './use-face-capture.ts';

interface FaceCaptureProps {
  readonly subject: FaceSubject;
  readonly mode: CaptureMode;
  /** The signed-in person registers their own face. */
  readonly isOwn?: boolean;
  readonly onRegistered: (message: string) => void;
  /** Leaves without registering a face. */
  readonly onLeave: () => void;
}

/** Takes photos of a person with the camera and registers the face. */
export function FaceCapture({ isOwn = false, ...props }: FaceCaptureProps) {
  const { t } = useTranslation('common');
  const models = useFaceModels();
  if (models.loading.state === 'ready') return <Photos isOwn={isOwn} {...props} />;
  return (
    <StageLoading
      loading={models.loading}
      buttons={
        <>
          <Button variant="default" onClick={props.onLeave}>
            {t('actions.cancel')}
          </Button>
          {models.loading.state === 'failed' ? (
            <Button onClick={models.retry}>{t('actions.retry')}</Button>
          ) : null}
        </>
      }
    />
  );
}

function Photos({ subject, mode, isOwn = false, onRegistered, onLeave }: FaceCaptureProps) {
  const flow = useFaceCapture({ subject, mode, isOwn, onRegistered });
  const { state } = flow;
  // Photos that are being sent are sent to the end.
  useUnsaved(mode === 'countdown' && state.step !== 'uploading' && photosTaken(state) > 0);
  const isCamera = mode === 'burst' ? state.step !== 'failed' : isFilming(state) || state.step === 'idle';
  const buttons = <CaptureButtons flow={flow} mode={mode} onLeave={onLeave} />;
  if (isCamera)
    return (
      <PhotoCamera flow={flow} mode={mode} name={subject.name}>
        {buttons}
      </PhotoCamera>
    );
  return (
    <StagePage buttons={buttons}>
      {mode === 'countdown' ? <TakenPhotos flow={flow} /> : null}
      {state.step === 'failed' ? <LookAlikeNote {...state.failure} onLookAlike={flow.send} /> : null}
    </StagePage>
  );
}

interface PhotoCameraProps {
  readonly flow: FaceCaptureFlow;
  readonly mode: CaptureMode;
  readonly name: string;
  readonly children: React.ReactNode;
}

function PhotoCamera({ flow, mode, name, children }: PhotoCameraProps) {
  const { t } = useTranslation(['registration', 'camera']);
  const { state, camera, guidance } = flow;
  const isBurst = mode === 'burst';
  const done = photosTaken(state);
  const progress = t('camera:capture.progress', { done, of: PHOTOS });
  const isCounting = state.step === 'counting';
  const message = () => {
    if (!isBurst && camera.state.status === 'failed')
      return { tone: 'problem', text: t('cameraFailed') } as const;
    if (state.step === 'idle' && !isBurst)
      return { tone: 'plain', text: t('photos.intro', { name }) } as const;
    // The countdown says when; the guidance says how to stand, before it begins.
    if (isCounting && !isBurst) return { tone: 'plain', text: t('camera:guidance.steady') } as const;
    return null;
  };
  return (
    <CameraStage
      camera={camera}
      guidance={isFilming(state) ? guidance : null}
      message={message()}
      note={isBurst || done > 0 ? progress : undefined}
      options={
        isBurst ? (
          state.step === 'ready' ? (
            <DevicePicker camera={camera} />
          ) : null
        ) : (
          <DevicePicker camera={camera} />
        )
      }
      buttons={children}
    >
      {isCounting && !isBurst && state.left > 0 ? <Countdown seconds={state.left} /> : null}
      {state.step === 'uploading' ? <StageVeil text={progress} /> : null}
    </CameraStage>
  );
}

function TakenPhotos({ flow }: { flow: FaceCaptureFlow }) {
  const { t } = useTranslation('registration');
  const { state } = flow;
  return (
    <>
      <PhotoStrip
        photos={state.photos}
        current={null}
        onRetake={state.step === 'review' ? flow.retake : null}
      />
      {state.step === 'uploading' ? (
        <Progress
          w="100%"
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
    framing: start,
    ready: capture,
    counting: isBurst ? capture : start,
    pausing: start,
    review: register,
    uploading: isBurst ? capture : register,
    failed: { label: tryAgain, run: flow.clear },
  }[step];
  const isBusy = step === 'uploading' || (isFilming(flow.state) && step !== 'ready');
  return (
    <>
      {isBurst || step !== 'uploading' ? (
        <Button variant="default" onClick={onLeave}>
          {isBurst ? t('common:actions.cancel') : t('skip')}
        </Button>
      ) : null}
      {/* A button of its own for each action: focus and double clicks do not carry over to the next one. */}
      <Button key={main.label} onClick={main.run} loading={isBusy} data-autofocus>
        {main.label}
      </Button>
    </>
  );
}
