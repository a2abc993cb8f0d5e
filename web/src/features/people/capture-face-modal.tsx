import { Button, Group, Progress, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CameraPreview } from '../../components/camera/camera-preview.tsx';
import { CameraProblemNote } from '../../components/camera/camera-problem-note.tsx';
import { DevicePicker } from '../../components/camera/device-picker.tsx';
import { FaceOverlay } from '../../components/camera/face-overlay.tsx';
import { GuidanceLine } from '../../components/camera/guidance-line.tsx';
import { LookAlikeNote } from '../../components/camera/look-alike-note.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { toast } from '../../lib/toast.tsx';
import { IMAGES, progressOf } from './capture-face.reducer.ts';
import { useCaptureFlow } from './use-capture-flow.ts';

interface CaptureFaceModalProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** The administrator's quick way: three images in a row, which replace whatever face there was. */
export function CaptureFaceModal({ user, onClose }: CaptureFaceModalProps) {
  const { t } = useTranslation(['camera', 'common']);
  const flow = useCaptureFlow({
    userId: user.id,
    onCaptured: (message) => {
      toast('success', message);
      onClose();
    },
  });
  const { state, camera, guidance } = flow;
  const { step } = state;
  const progress = progressOf(state);
  const isBusy = step === 'checking' || step === 'capturing' || step === 'sending';
  return (
    <Sheet title={t('capture.title', { name: user.name })} onClose={onClose} size="lg">
      <Stack gap="md">
        <CameraPreview camera={camera} overlay={<FaceOverlay guidance={guidance} />}>
          {step === 'ready' || step === 'capturing' ? <GuidanceLine guidance={guidance} /> : null}
        </CameraPreview>
        {step === 'no-camera' ? <CameraProblemNote problem={state.problem} /> : null}
        {step === 'error' ? <LookAlikeNote {...state.failure} onLookAlike={flow.sendAsLookAlike} /> : null}
        <div>
          <p style={{ margin: '0 0 8px' }} role="status">
            {t('capture.progress', { done: progress, of: IMAGES })}
          </p>
          <Progress
            value={(100 * progress) / IMAGES}
            aria-label={t('capture.progress', { done: progress, of: IMAGES })}
          />
        </div>
        {step === 'ready' ? <DevicePicker camera={camera} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          {step === 'no-camera' ? <Button onClick={flow.check}>{t('tryAgain')}</Button> : null}
          {step === 'error' ? <Button onClick={flow.retry}>{t('tryAgain')}</Button> : null}
          {step === 'ready' || isBusy ? (
            <Button onClick={flow.capture} loading={isBusy} data-autofocus>
              {t('capture.action')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Sheet>
  );
}
