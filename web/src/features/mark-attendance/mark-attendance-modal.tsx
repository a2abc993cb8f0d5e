import { Alert, Button, Group, Loader, Stack, Switch } from '@mantine/core';
import { IconCheck, IconFaceIdError } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraProblemNote } from '../../components/camera/camera-notes.tsx';
import { CameraPreview, DevicePicker } from '../../components/camera/camera-preview.tsx';
import { FaceOverlay, GuidanceLine } from '../../components/camera/guidance-overlay.tsx';
import { StatusChip, statusKey } from '../../components/display/status-chip.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useSessionState } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.tsx';
import { ChallengeInstruction } from './challenge-instruction.tsx';
import type { Marked, MarkState } from './mark.reducer.ts';
import classes from './mark-attendance.module.css';
import { useMarkFlow } from './use-mark-flow.ts';

/** Long enough to read the name and the time; then the modal closes. */
const SUCCESS_SHOWN_MS = 3_500;

export function MarkAttendanceModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['mark', 'camera', 'common']);
  const flow = useMarkFlow();
  const { state, camera, guidance } = flow;
  const marked = state.step === 'success' ? state.marked : null;

  const close = () => {
    if (marked) toast('success', marked.message);
    onClose();
  };
  const finish = useEffectEvent(close);
  useEffect(() => {
    if (!marked) return;
    const timer = setTimeout(() => finish(), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  return (
    <FormModal title={t('title')} onClose={close} size="lg">
      <Stack gap="md">
        {state.step === 'success' ? (
          <MarkSuccess marked={state.marked} />
        ) : (
          <CameraPreview
            camera={camera}
            overlay={state.step === 'ready' ? <FaceOverlay guidance={guidance} /> : null}
          >
            {state.step === 'ready' ? <GuidanceLine guidance={guidance} /> : null}
            {state.step === 'scanning' ? (
              <div className={classes.veil} role="status">
                <Loader color="gray.0" aria-hidden />
                {t('scanning')}
              </div>
            ) : null}
            {state.step === 'challenge' ? (
              <ChallengeInstruction
                key={state.scan.id}
                scan={state.scan}
                camera={camera}
                isGuided={guidance.status === 'running'}
                listen={flow.listen}
                onDone={(frames) => flow.finishChallenge(state.scan.id, frames)}
                onNoFrame={flow.failToCapture}
              />
            ) : null}
          </CameraPreview>
        )}
        <Problem state={state} />
        {state.step === 'waiting' ? <p className={classes.message}>{t('intro')}</p> : null}
        {state.step === 'ready' ? (
          <div className={classes.options}>
            <Switch
              label={t('camera:automatic')}
              checked={flow.automatic}
              onChange={(event) => flow.setAutomatic(event.currentTarget.checked)}
            />
            <DevicePicker camera={camera} />
          </div>
        ) : null}
        <Group justify="flex-end">
          {state.step === 'success' ? null : (
            <Button variant="default" onClick={close}>
              {state.step === 'waiting' ? t('common:actions.cancel') : t('common:actions.close')}
            </Button>
          )}
          <MainButton flow={flow} onContinue={close} />
        </Group>
      </Stack>
    </FormModal>
  );
}

/** Name, time and status of the check-in. */
function MarkSuccess({ marked }: { marked: Marked }) {
  const { t } = useTranslation('mark');
  const { user } = useSessionState();
  const format = useFormat();
  const time = marked.time ? format.time(marked.time) : '';
  return (
    <div className={classes.success} role="status">
      <div className={classes.tick}>
        <IconCheck size={48} stroke={2.5} aria-hidden />
      </div>
      <p className={classes.name}>{user?.name}</p>
      <p className={classes.message}>
        {marked.time ? (marked.isRepeat ? t('already') : t('checkedIn')) : t('corrected')}
      </p>
      <time className={classes.time}>{time}</time>
      <StatusChip status={statusKey(marked.status, marked.punctuality)} />
    </div>
  );
}

/** The main button. It is the same element in every step, so that it keeps the focus. */
function MainButton({ flow, onContinue }: { flow: ReturnType<typeof useMarkFlow>; onContinue: () => void }) {
  const { t } = useTranslation(['mark', 'camera']);
  const { state, start, capture, retry } = flow;
  const button: Record<MarkState['step'], { label: string; run: () => void; isBusy?: boolean }> = {
    waiting: { label: t('camera:start'), run: start },
    starting: { label: t('camera:start'), run: start, isBusy: true },
    'no-camera': { label: t('camera:tryAgain'), run: start },
    refused: { label: t('camera:tryAgain'), run: start },
    ready: { label: t('capture'), run: capture },
    scanning: { label: t('capture'), run: capture, isBusy: true },
    challenge: { label: t('capture'), run: capture, isBusy: true },
    failure: { label: t('camera:tryAgain'), run: retry },
    success: { label: t('continue'), run: onContinue },
  };
  const { label, run, isBusy = false } = button[state.step];
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A loading button loses the focus: take it back unless another element has it.
    if (!isBusy && document.activeElement === document.body) ref.current?.focus();
  }, [isBusy]);
  return (
    <Button ref={ref} onClick={run} loading={isBusy} data-autofocus>
      {label}
    </Button>
  );
}

/** Why a scan failed. The reason stays visible when the modal is ready again. */
function Problem({ state }: { state: MarkState }) {
  const { t } = useTranslation('mark');
  if (state.step === 'no-camera') return <CameraProblemNote problem={state.problem} />;
  const failure = 'failure' in state ? state.failure : null;
  const text = state.step === 'refused' ? state.text : failure?.text;
  if (!text) return null;
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconFaceIdError size={22} aria-hidden />}
      title={t('failedTitle')}
    >
      {text}
      {state.step === 'failure' ? <p className={classes.help}>{t('failedHelp')}</p> : null}
    </Alert>
  );
}
