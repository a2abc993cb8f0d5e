import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StageLoading } from '../../components/camera/camera-stage.tsx';
import { statusKey } from '../../components/display/status-chip.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { useFaceModels } from '../../lib/camera/use-face-models.ts';
import { useFormat } from '../../lib/format/format.ts';
import { toast } from '../../lib/toast.tsx';
import { hindranceOf, needsCode } from './before-camera.rules.ts';
import { BeforeCamera } from './before-camera.tsx';
import type { Marked } from './mark.reducer.ts';
import { useMarkReadiness } from './mark-attendance.queries.ts';
import { MarkCamera } from './mark-camera.tsx';
import { PlaceCodeStep } from './place-code-step.tsx';

interface MarkAttendanceModalProps {
  readonly onClose: () => void;
  /** Opens the registration of one's own face, which a demo allows. */
  readonly onRegisterFace: () => void;
}

/** Marks the signed-in person by their face. What stands in the way is said before the camera opens. */
export function MarkAttendanceModal({ onClose, onRegisterFace }: MarkAttendanceModalProps) {
  const { t } = useTranslation(['mark', 'common']);
  const readiness = useMarkReadiness();
  const hindrance = readiness.data ? hindranceOf(readiness.data) : null;
  // Decided once: the mark itself changes the answer.
  const [isOpen, setOpen] = useState(false);
  const models = useFaceModels();
  // Without an answer the scan will say what is wrong.
  if (!isOpen && !readiness.isPending && !hindrance) setOpen(true);
  const format = useFormat();
  const [marked, setMarked] = useState<Marked | null>(null);
  const [isCodeRight, setCodeRight] = useState(false);

  const textOf = ({ isRepeat, time, status, punctuality }: Marked): string => {
    if (time === null) return t('corrected');
    const values = { time: format.time(time), status: t(`common:status.${statusKey(status, punctuality)}`) };
    return t(isRepeat ? 'toast.already' : 'toast.marked', values);
  };
  const close = () => {
    if (marked) toast('success', textOf(marked));
    onClose();
  };
  const content = () => {
    if (isOpen && readiness.data && needsCode(readiness.data) && !isCodeRight)
      return (
        <PlaceCodeStep
          missing={readiness.data.place.missing}
          onRight={() => setCodeRight(true)}
          onClose={close}
        />
      );
    if (isOpen && models.loading.state === 'ready')
      return <MarkCamera onMarked={setMarked} onClose={close} renewal={readiness.data?.renewal ?? null} />;
    if (!isOpen && hindrance && readiness.data)
      return (
        <BeforeCamera
          hindrance={hindrance}
          record={readiness.data.attendance}
          onGoOn={() => setOpen(true)}
          onRegisterFace={onRegisterFace}
          onClose={close}
        />
      );
    return (
      <StageLoading
        loading={isOpen ? models.loading : null}
        buttons={
          <>
            <Button variant="default" onClick={close} data-autofocus>
              {t('common:actions.cancel')}
            </Button>
            {models.loading.state === 'failed' ? (
              <Button onClick={models.retry}>{t('common:actions.retry')}</Button>
            ) : null}
          </>
        }
      />
    );
  };
  return (
    <FormModal title={t('title')} onClose={close} isBleeding>
      {content()}
    </FormModal>
  );
}
