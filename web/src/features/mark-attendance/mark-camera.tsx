import { Button, Switch } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePicker } from '../../components/camera/camera-preview.tsx';
import { CameraStage, StageVeil } from '../../components/camera/camera-stage.tsx';
import { ChallengeInstruction } from './challenge-instruction.tsx';
import { isArmed, type Marked, type MarkState } from './mark.reducer.ts';
import type { MarkReadiness } from './mark-attendance.queries.ts';
import { MarkSuccess } from './mark-success.tsx';
import { useMarkFlow } from './use-mark-flow.ts';

/** Long enough to read the name and the time; then the modal closes. */
const SUCCESS_SHOWN_MS = 3_500;
/** With a sentence more to read. */
const NOTE_SHOWN_MS = 8_000;

interface MarkCameraProps {
  readonly onMarked: (marked: Marked) => void;
  readonly onClose: () => void;
  /** Why the person's photos should be taken again. */
  readonly renewal: MarkReadiness['renewal'];
}

/** The camera that recognises the signed-in person. */
export function MarkCamera({ onMarked, onClose, renewal }: MarkCameraProps) {
  const { t } = useTranslation(['mark', 'camera', 'common']);
  const flow = useMarkFlow();
  const { state, camera, guidance } = flow;
  const marked = state.step === 'success' ? state.marked : null;
  const report = useEffectEvent(onMarked);
  const finish = useEffectEvent(onClose);
  useEffect(() => {
    if (!marked) return;
    report(marked);
    const timer = setTimeout(() => finish(), renewal ? NOTE_SHOWN_MS : SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [marked, renewal]);

  if (state.step === 'success')
    return (
      <MarkSuccess marked={state.marked} renewal={renewal}>
        <Button size="lg" variant="white" color="dark" fullWidth onClick={onClose} data-autofocus>
          {t('continue')}
        </Button>
      </MarkSuccess>
    );
  return (
    <CameraStage
      camera={camera}
      guidance={state.step === 'ready' ? guidance : null}
      message={messageOf(state, flow.automatic, t)}
      note={state.step === 'ready' ? state.failure?.text : undefined}
      options={
        state.step === 'ready' ? (
          <>
            <Switch
              label={t('camera:automatic')}
              checked={flow.automatic}
              onChange={(event) => flow.setAutomatic(event.currentTarget.checked)}
            />
            <DevicePicker camera={camera} />
          </>
        ) : null
      }
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {state.step === 'waiting' ? t('common:actions.cancel') : t('common:actions.close')}
          </Button>
          <MainButton flow={flow} />
        </>
      }
    >
      {state.step === 'scanning' ? <StageVeil text={t('scanning')} /> : null}
      {state.step === 'challenge' ? (
        <ChallengeInstruction
          key={`${state.asked.scanId} ${state.asked.number}`}
          step={state.asked}
          camera={camera}
          front={flow.front}
          isGuided={guidance.status === 'running'}
          listen={flow.listen}
          onDone={(frames) => flow.finishStep(state.asked.scanId, frames)}
          onNoFrame={flow.failToCapture}
        />
      ) : null}
    </CameraStage>
  );
}

type T = ReturnType<typeof useTranslation<['mark', 'camera', 'common']>>['t'];

/** The sentence above the buttons; null leaves it to the guidance. */
function messageOf(state: MarkState, isAutomatic: boolean, t: T) {
  switch (state.step) {
    case 'waiting':
      return { tone: 'plain', text: t('intro') } as const;
    case 'ready':
      // The ring must not promise a picture that nobody takes.
      return isArmed(state) || !isAutomatic ? null : ({ tone: 'plain', text: t('pressAgain') } as const);
    case 'failure':
      return {
        tone: 'problem',
        text: (
          <>
            <span>{state.failure.text}</span>
            <span>{t('failedHelp')}</span>
          </>
        ),
      } as const;
    case 'refused':
      return { tone: 'problem', text: state.refusal.text } as const;
    default:
      return null;
  }
}

/** The main button. It is the same element in every step, so that it keeps the focus. */
function MainButton({ flow }: { flow: ReturnType<typeof useMarkFlow> }) {
  const { t } = useTranslation(['mark', 'camera']);
  const { state, start, capture, retry } = flow;
  const button: Record<
    Exclude<MarkState['step'], 'success'>,
    { label: string; run: () => void; isBusy?: boolean }
  > = {
    waiting: { label: t('camera:start'), run: start },
    starting: { label: t('camera:start'), run: start, isBusy: true },
    'no-camera': { label: t('camera:tryAgain'), run: start },
    refused: { label: t('camera:tryAgain'), run: start },
    ready: { label: t('capture'), run: capture },
    scanning: { label: t('capture'), run: capture, isBusy: true },
    challenge: { label: t('capture'), run: capture, isBusy: true },
    failure: { label: t('camera:tryAgain'), run: retry },
  };
  const step = state.step === 'success' ? 'ready' : state.step;
  const { label, run, isBusy = false } = button[step];
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A loading button loses the focus: take it back unless another element has it.
    if (!isBusy && document.activeElement === document.body) ref.current?.focus();
  }, [isBusy]);
  if (state.step === 'refused' && !state.refusal.canRetry) return null;
  return (
    <Button ref={ref} onClick={run} loading={isBusy} data-autofocus>
      {label}
    </Button>
  );
}
