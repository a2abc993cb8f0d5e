import { Button, Group, Stack } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { type ReactNode, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { toast } from '../../lib/toast.tsx';
import { ConsentStep } from './consent-step.tsx';
import { DetailsForm } from './details-form.tsx';
import {
  type EnrolmentSubject,
  enrolmentReducer,
  type FaceResult,
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

/** Consent and face capture alone: closes once the face is registered. */
function BurstModal({ subject, onClose }: { subject: FaceSubject; onClose: () => void }) {
  const { t } = useTranslation(['camera', 'registration']);
  const [mayCapture, setMayCapture] = useState(false);
  return (
    <FormModal
      title={t('capture.title', { name: subject.name })}
      onClose={onClose}
      size="lg"
      isBleeding={mayCapture}
    >
      {mayCapture ? (
        <FaceCapture
          subject={subject}
          mode="burst"
          onLeave={onClose}
          onRegistered={(message) => {
            toast('success', message);
            onClose();
          }}
        />
      ) : (
        <ConsentStep
          subject={subject}
          onGoOn={() => setMayCapture(true)}
          onDecline={() => {
            toast('info', t('registration:consent.nobodyText', { name: subject.name }));
            onClose();
          }}
        />
      )}
    </FormModal>
  );
}

/** The three steps: details, face with consent, complete. */
function StepsModal({ subject, onClose }: { subject: EnrolmentSubject; onClose: () => void }) {
  const { t } = useTranslation('registration');
  const [state, dispatch] = useReducer(enrolmentReducer, subject, startEnrolment);
  const isNew = subject === 'new';
  const done = (result: FaceResult) => {
    dispatch({ type: 'face-done', result });
    // Nothing is left to complete for somebody who is registered already.
    if (!isNew) dispatch({ type: 'completed' });
  };
  const complete = (name: string) => {
    toast('success', t('registered', { name }));
    dispatch({ type: 'completed' });
  };
  const titleOf = () => {
    if (state.step === 'details') return t('title');
    const { name } = state.subject;
    return isNew ? t('titleFor', { name }) : t('captureTitle', { name });
  };
  return (
    <FormModal title={titleOf()} onClose={onClose} size="lg" isBleeding={state.step === 'face'}>
      {state.step === 'face' ? null : <StepList current={stepIndex(state)} />}
      {state.step === 'details' ? (
        <DetailsForm
          onCancel={onClose}
          onRegistered={(registered) => dispatch({ type: 'registered', subject: registered })}
        />
      ) : null}
      {state.step === 'consent' ? (
        <ConsentStep
          subject={state.subject}
          onGoOn={() => dispatch({ type: 'may-capture' })}
          onDecline={() => done({ kind: 'no-consent' })}
        />
      ) : null}
      {state.step === 'face' ? (
        <FaceCapture
          subject={state.subject}
          mode="countdown"
          onRegistered={(message) => done({ kind: 'registered', message })}
          onLeave={() => done({ kind: 'skipped' })}
        />
      ) : null}
      {state.step === 'result' ? (
        <Outcome result={state.result} name={state.subject.name}>
          <Button onClick={() => complete(state.subject.name)} data-autofocus>
            {t('complete.action')}
          </Button>
        </Outcome>
      ) : null}
      {state.step === 'complete' ? (
        <Outcome result={state.result} name={state.subject.name}>
          {isNew ? (
            <Button variant="default" onClick={() => dispatch({ type: 'another' })}>
              {t('complete.another')}
            </Button>
          ) : null}
          <Button onClick={onClose} data-autofocus>
            {t('complete.done')}
          </Button>
        </Outcome>
      ) : null}
    </FormModal>
  );
}

function StepList({ current }: { current: number }) {
  const { t } = useTranslation('registration');
  return (
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
  );
}

interface OutcomeProps {
  readonly result: FaceResult;
  readonly name: string;
  readonly children: ReactNode;
}

/** What the face step came to, and what to do next. */
function Outcome({ result, name, children }: OutcomeProps) {
  const { t } = useTranslation('registration');
  const text = {
    registered: result.kind === 'registered' ? result.message : '',
    skipped: t('complete.withoutFaceText', { name }),
    'no-consent': t('consent.nobodyText', { name }),
  }[result.kind];
  return (
    <Stack gap="lg">
      <div className={classes.complete} role="status">
        <IconUserCheck size={40} aria-hidden />
        <strong>{result.kind === 'registered' ? t('complete.withFace') : t('complete.withoutFace')}</strong>
        <p>{text}</p>
      </div>
      <Group justify="center">{children}</Group>
    </Stack>
  );
}
