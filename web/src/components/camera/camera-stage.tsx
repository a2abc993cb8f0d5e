import { Loader, Progress } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaceLoading } from '../../lib/api/host.ts';
import type { Camera } from '../../lib/camera/use-camera.ts';
import type { Guidance } from '../../lib/camera/use-guidance.ts';
import { CameraProblemNote } from './camera-notes.tsx';
import classes from './camera-stage.module.css';

interface CameraStageProps {
  readonly camera: Camera;
  /** The oval and its ring are drawn while there is guidance to follow. */
  readonly guidance: Guidance | null;
  /** Said instead of the guidance; `problem` is announced at once. */
  readonly message?: { readonly text: ReactNode; readonly tone: 'plain' | 'problem' } | null;
  /** A smaller sentence above: what the last try said. */
  readonly note?: string | undefined;
  /** Over the picture: a countdown, an instruction. */
  readonly children?: ReactNode;
  /** Settings of the camera, between the sentence and the buttons. */
  readonly options?: ReactNode;
  readonly buttons: ReactNode;
}

/** A camera's picture over the whole dialog, with one sentence and the buttons at the bottom. */
export function CameraStage(props: CameraStageProps) {
  const { camera, guidance, message = null, note, children, options, buttons } = props;
  const { t } = useTranslation('camera');
  const { state, isReady, isMirrored, videoRef } = camera;
  const hint = isReady && guidance ? hintOf(guidance) : null;
  const tone = message?.tone ?? 'plain';
  return (
    <div className={classes.stage} data-camera={state.status} data-camera-stage>
      <div className={classes.picture} data-mirrored={isMirrored} data-ready={isReady}>
        {/* No captions: there is no sound. */}
        <video ref={videoRef} muted autoPlay playsInline aria-label={t('preview')} />
      </div>
      {isReady ? null : (
        <div className={classes.middle}>
          <NoPicture camera={camera} />
        </div>
      )}
      {isReady && guidance ? <HoldRing held={guidance.sight?.held ?? 0} /> : null}
      <div className={classes.shade} />
      {children ? <div className={classes.above}>{children}</div> : null}
      <div className={classes.panel} data-panel>
        <div
          key={tone}
          className={classes.sentence}
          data-tone={tone}
          role={tone === 'problem' ? 'alert' : 'status'}
        >
          {note ? <small>{note}</small> : null}
          <span>{message ? message.text : hint ? t(`guidance.${hint}`) : null}</span>
        </div>
        <div className={classes.options}>{options}</div>
        <div className={classes.buttons}>{buttons}</div>
      </div>
    </div>
  );
}

const hintOf = ({ status, sight }: Guidance) =>
  sight ? sight.hint : status === 'loading' || status === 'running' ? 'loading' : null;

/** An oval for the face; its ring fills while the face is held still. */
function HoldRing({ held }: { held: number }) {
  // From the top, clockwise.
  const oval = 'M37.5 3 a34.5 47 0 0 1 0 94 a34.5 47 0 0 1 0 -94';
  return (
    <svg className={classes.ring} viewBox="0 0 75 100" data-oval aria-hidden="true">
      <path d={oval} />
      {held > 0 ? (
        <path d={oval} data-held pathLength={1} strokeDasharray={1} strokeDashoffset={1 - held} />
      ) : null}
    </svg>
  );
}

function NoPicture({ camera: { state } }: { camera: Camera }) {
  const { t } = useTranslation('camera');
  if (state.status === 'failed') return <CameraProblemNote problem={state.problem} />;
  if (state.status === 'opening' || state.status === 'warming')
    return (
      <>
        <Loader color="gray.0" aria-hidden />
        <span role="status">{t('starting')}</span>
      </>
    );
  return (
    <>
      <IconCamera size={48} stroke={1.5} data-faint aria-hidden />
      <span>{state.status === 'paused' ? t('paused') : t('off')}</span>
    </>
  );
}

/** Covers the picture while an answer is awaited. */
export function StageVeil({ text }: { text: string }) {
  return (
    <div className={`${classes.middle} ${classes.veil}`} role="status">
      <Loader color="gray.0" aria-hidden />
      {text}
    </div>
  );
}

const MEGABYTE = 1_000_000;

interface StageLoadingProps {
  /** Null while something else than the networks is waited for. */
  readonly loading: FaceLoading | null;
  readonly buttons: ReactNode;
}

/** In the place of the camera until it may open. */
export function StageLoading({ loading, buttons }: StageLoadingProps) {
  const { t } = useTranslation(['camera', 'common']);
  const isFailed = loading?.state === 'failed';
  const { done, total } = loading?.state === 'loading' ? loading : { done: 0, total: 0 };
  return (
    <div className={classes.stage} data-camera-stage>
      <div className={classes.middle} role={isFailed ? 'alert' : 'status'}>
        {isFailed ? (
          <>
            <IconCameraOff size={48} stroke={1.5} data-faint aria-hidden />
            {t('common:demo.facesFailed')}
          </>
        ) : total > 0 ? (
          <>
            {t('common:demo.facesLoading', {
              done: Math.floor(done / MEGABYTE),
              total: Math.round(total / MEGABYTE),
            })}
            <Progress
              w={280}
              value={(100 * done) / total}
              aria-label={t('common:demo.facesLabel')}
              color="teal.4"
            />
          </>
        ) : (
          <>
            <Loader color="gray.0" aria-hidden />
            {t('starting')}
          </>
        )}
      </div>
      <div className={classes.panel}>
        <div className={classes.sentence} />
        <div className={classes.options} />
        <div className={classes.buttons}>{buttons}</div>
      </div>
    </div>
  );
}
