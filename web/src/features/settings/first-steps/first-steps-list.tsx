import { Button } from '@mantine/core';
import type { LocalTime } from '@rollcall/core/kernel/local-date';
import { minutesOf, timeOfMinutes } from '@rollcall/core/kernel/local-date';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../components/inputs/link-button.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './first-steps.module.css';
import { type FirstSteps, type StepFacts, type StepState, useMarkStep } from './first-steps.queries.ts';
import { isCameraAllowed } from './secure-address.ts';
import { HTTPS_DOCS, STEP_ICONS, STEP_LINKS } from './step-links.ts';

/** What an open step is for, with the values that somebody would confirm. */
function useWhy(facts: StepFacts): (step: StepState['step']) => string {
  const { t, i18n } = useTranslation('firstSteps');
  const format = useFormat();
  const { start_time, grace_minutes, cutoff_time, auto_absent_minutes } = facts.times;
  const after = (minutes: number) => format.time(timeOfMinutes(minutesOf(start_time as LocalTime) + minutes)); // as the settings have it
  const days = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    facts.working_days.map((day) => format.weekday(day)),
  );
  return (step) => {
    switch (step) {
      case 'times':
        return [
          t('steps.times.why', {
            start: format.time(start_time),
            grace: after(grace_minutes),
            cutoff: format.time(cutoff_time),
          }),
          auto_absent_minutes === 0
            ? t('steps.times.never')
            : t('steps.times.absent', { time: after(auto_absent_minutes) }),
        ].join(' ');
      case 'holidays':
        return t('steps.holidays.why', { days });
      case 'camera':
        return t(isCameraAllowed() ? 'steps.camera.whyHere' : 'steps.camera.why', {
          address: location.origin,
        });
      case 'backup':
        if (facts.has_backup) return t('steps.backup.whyKeys');
        return facts.keys_exported ? t('steps.backup.whyBackup') : t('steps.backup.why');
      default:
        return t(`steps.${step}.why`);
    }
  };
}

function useDone(facts: StepFacts): (step: StepState['step']) => string {
  const { t } = useTranslation('firstSteps');
  return (step) => {
    switch (step) {
      case 'people':
        return t('steps.people.done', { count: facts.people });
      case 'face':
        return t('steps.face.done', { count: facts.faces });
      case 'camera':
        return t('steps.camera.done', { address: location.origin });
      default:
        return t(`steps.${step}.done`);
    }
  };
}

/** All steps with their states, why they matter, and the way to each. */
export function FirstStepsList({ steps, facts }: Pick<FirstSteps, 'steps' | 'facts'>) {
  const { t } = useTranslation('firstSteps');
  const why = useWhy(facts);
  const done = useDone(facts);
  return (
    <ul className={classes.list}>
      {steps.map((each) => {
        const { step, state } = each;
        const Icon = state === 'done' ? IconCheck : state === 'skipped' ? IconMinus : STEP_ICONS[step];
        return (
          <li key={step} className={classes.step} data-state={state}>
            <span className={classes.mark}>
              <Icon size={20} aria-hidden />
            </span>
            <div>
              <div className={classes.head}>
                <h2>{t(`steps.${step}.title`)}</h2>
                <span className={classes.state}>{t(`states.${state}`)}</span>
              </div>
              <p className={classes.why}>{state === 'done' ? done(step) : why(step)}</p>
              <StepActions step={each} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function StepActions({ step: { step, state, mark } }: { step: StepState }) {
  const { t } = useTranslation('firstSteps');
  const say = useMarkStep();
  if (state === 'done') return null;
  const title = t(`steps.${step}.title`);
  if (state === 'skipped')
    return (
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          loading={say.isPending}
          aria-label={t('takeBackFor', { step: title })}
          onClick={() => say.mutate({ step, mark: null })}
        >
          {t('takeBack')}
        </Button>
      </div>
    );
  return (
    <div className={classes.actions}>
      {step === 'camera' ? (
        <Button size="xs" variant="light" component="a" href={HTTPS_DOCS} target="_blank" rel="noreferrer">
          {t('steps.camera.action')}
        </Button>
      ) : (
        <LinkButton size="xs" variant="light" {...STEP_LINKS[step]}>
          {t(`steps.${step}.action`)}
        </LinkButton>
      )}
      {step === 'people' ? (
        <LinkButton size="xs" variant="default" to="/people" search={{ action: 'create' }}>
          {t('steps.people.byHand')}
        </LinkButton>
      ) : null}
      {mark ? (
        <Button
          size="xs"
          variant="default"
          loading={say.isPending}
          aria-label={t(mark === 'confirmed' ? 'confirmFor' : 'skipFor', { step: title })}
          onClick={() => say.mutate({ step, mark })}
        >
          {t(mark === 'confirmed' ? 'confirm' : 'skip')}
        </Button>
      ) : null}
    </div>
  );
}
