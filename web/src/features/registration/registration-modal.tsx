import { Button, Group, Stack } from '@mantine/core';
import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { IconUserCheck } from '@tabler/icons-react';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../components/sheet.tsx';
import { DetailsForm } from './details-form.tsx';
import type { FaceCapture, FaceSubject } from './face-capture.types.ts';
import classes from './registration.module.css';
import { registrationReducer, STEPS, startRegistration, stepIndex } from './registration.reducer.ts';

interface RegistrationModalProps {
  /** Someone who is registered already: only the face is captured. */
  readonly existing: FaceSubject | null;
  readonly types: readonly RegistrableKind[];
  readonly FaceCapture: FaceCapture;
  readonly onClose: () => void;
}

export function RegistrationModal({ existing, types, FaceCapture, onClose }: RegistrationModalProps) {
  const { t } = useTranslation(['registration', 'common']);
  const [state, dispatch] = useReducer(registrationReducer, existing, startRegistration);
  const current = stepIndex(state);
  return (
    <Sheet title={existing ? t('captureTitle') : t('title')} onClose={onClose} size="lg">
      <ol className={classes.steps} aria-label={t('steps.label')}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            data-state={index < current ? 'done' : index === current ? 'now' : 'later'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span>{index + 1}</span>
            {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
      {state.step === 'details' ? (
        <DetailsForm
          types={types}
          onCancel={onClose}
          onRegistered={(subject) => dispatch({ type: 'registered', subject })}
        />
      ) : null}
      {state.step === 'face' ? (
        <FaceCapture
          subject={state.subject}
          onRegistered={(message) => dispatch({ type: 'face-registered', message })}
          onSkip={() => dispatch({ type: 'face-skipped' })}
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
            {existing ? null : (
              <Button variant="default" onClick={() => dispatch({ type: 'another' })}>
                {t('complete.another')}
              </Button>
            )}
            <Button onClick={onClose} data-autofocus>
              {t('complete.done')}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Sheet>
  );
}
