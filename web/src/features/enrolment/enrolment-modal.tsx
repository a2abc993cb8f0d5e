import { Button, Group, Stack } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { toast } from '../../lib/toast.tsx';
import { DetailsForm } from './details-form.tsx';
import {
  type EnrolmentSubject,
  enrolmentReducer,
  type FaceSubject,
  STEPS,
  startEnrolment,
  stepIndex,
} from './enrolment.reducer.ts';
import classes from './enrolment-modal.module.css';
import type { CaptureMode } from './face-capture.reducer.ts';
import { FaceCapture } from './face-capture.tsx';

interface EnrolmentModalProps {
  readonly subject: EnrolmentSubject;
  /** How the face of an existing person is captured; a new person is always captured with a countdown. */
  readonly captureMode?: CaptureMode;
  readonly onClose: () => void;
}

/** Registers a new person and their face, or captures the face of an existing person. */
export function EnrolmentModal({ subject, captureMode = 'countdown', onClose }: EnrolmentModalProps) {
  return subject !== 'new' && captureMode === 'burst' ? (
    <BurstModal subject={subject} onClose={onClose} />
  ) : (
    <StepsModal subject={subject} onClose={onClose} />
  );
}

/** Face capture alone: closes once the face is registered. */
function BurstModal({ subject, onClose }: { subject: FaceSubject; onClose: () => void }) {
  const { t } = useTranslation('camera');
  return (
    <FormModal title={t('capture.title', { name: subject.name })} onClose={onClose} size="lg">
      <FaceCapture
        subject={subject}
        mode="burst"
        onLeave={onClose}
        onRegistered={(message) => {
          toast('success', message);
          onClose();
        }}
      />
    </FormModal>
  );
}

/** The three steps: details, face, complete. */
function StepsModal({ subject, onClose }: { subject: EnrolmentSubject; onClose: () => void }) {
  const { t } = useTranslation('registration');
  const [state, dispatch] = useReducer(enrolmentReducer, subject, startEnrolment);
  const isNew = subject === 'new';
  const current = stepIndex(state);
  return (
    <FormModal title={isNew ? t('title') : t('captureTitle')} onClose={onClose} size="lg">
      <ol className={classes.steps} aria-label={t('steps.label')}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            data-state={index < current ? 'done' : index === current ? 'current' : 'later'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span>{index + 1}</span>
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
      {state.step === 'details' ? (
        <DetailsForm
          onCancel={onClose}
          onRegistered={(registered) => dispatch({ type: 'registered', subject: registered })}
        />
      ) : null}
      {state.step === 'face' ? (
        <FaceCapture
          subject={state.subject}
          mode="countdown"
          onRegistered={(message) => dispatch({ type: 'face-registered', message })}
          onLeave={() => dispatch({ type: 'face-skipped' })}
        />
      ) : null}
      {state.step === 'complete' ? (
        <Stack gap="lg">
          <div className={classes.complete}>
            <IconUserCheck size={40} aria-hidden />
            <strong>{state.faceMessage ? t('complete.withFace') : t('complete.withoutFace')}</strong>
            <p>{state.faceMessage ?? t('complete.withoutFaceText', { name: state.subject.name })}</p>
          </div>
          <Group justify="center">
            {isNew ? (
              <Button variant="default" onClick={() => dispatch({ type: 'another' })}>
                {t('complete.another')}
              </Button>
            ) : null}
            <Button onClick={onClose} data-autofocus>
              {t('complete.done')}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </FormModal>
  );
}
