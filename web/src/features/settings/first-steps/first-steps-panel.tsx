import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LinkButton } from '../../../components/inputs/link-button.tsx';
import { Card } from '../../../components/layout/card.tsx';
import classes from './first-steps.module.css';
import { type FirstSteps, useCloseSteps, useFirstSteps } from './first-steps.queries.ts';
import { FirstStepsList } from './first-steps-list.tsx';
import { STEP_ICONS, STEP_LINKS } from './step-links.ts';

export function StepsProgress({ done, steps }: Pick<FirstSteps, 'done' | 'steps'>) {
  const { t } = useTranslation('firstSteps');
  const all = steps.length;
  return (
    <>
      <p className={classes.quiet}>{t('progress', { done, all })}</p>
      <div className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${(done / all) * 100}%` }} />
      </div>
    </>
  );
}

/** Says once that everything is done; after a click it is gone everywhere. */
export function StepsDone() {
  const { t } = useTranslation('firstSteps');
  const close = useCloseSteps();
  return (
    <EmptyState
      title={t('allDone')}
      text={t('allDoneText')}
      action={
        <Button loading={close.isPending} onClick={() => close.mutate()}>
          {t('close')}
        </Button>
      }
    />
  );
}

/** The open steps as links; nothing in an institution that has them behind it. */
export function FirstStepsBrief({ steps, isAllDone }: Pick<FirstSteps, 'steps' | 'isAllDone'>) {
  const { t } = useTranslation('firstSteps');
  if (isAllDone) return <StepsDone />;
  const open = steps.filter(({ state }) => state === 'open');
  return (
    <>
      <p className={classes.quiet}>{t('brief', { count: open.length })}</p>
      <ul className={classes.brief}>
        {open.map(({ step }) => {
          const Icon = STEP_ICONS[step];
          const link = step === 'camera' ? ({ to: '/first-steps' } as const) : STEP_LINKS[step];
          return (
            <li key={step}>
              <Link {...link}>
                <Icon size={20} aria-hidden />
                {t(`steps.${step}.title`)}
              </Link>
            </li>
          );
        })}
      </ul>
      <LinkButton to="/first-steps" variant="light" size="xs">
        {t('openAll')}
      </LinkButton>
    </>
  );
}

/** The steps as a card of another page; nothing where there are none. */
export function FirstStepsCard() {
  const { t } = useTranslation('firstSteps');
  const { found } = useFirstSteps();
  if (!found) return null;
  return (
    <Card title={t('title')} className={classes.card}>
      <FirstStepsBrief {...found} />
    </Card>
  );
}

/** All steps, for the page of their own. */
export function FirstStepsPanel({ found }: { found: FirstSteps }) {
  return (
    <Card>
      {found.isAllDone ? <StepsDone /> : <StepsProgress {...found} />}
      <FirstStepsList {...found} />
    </Card>
  );
}
