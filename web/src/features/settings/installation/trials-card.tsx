import { Button, NumberInput } from '@mantine/core';
import { ATTACKS } from '@rollcall/core/faces/installation/installation.types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/layout/card.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import classes from './installation.module.css';
import { type Installation, type Trial, useNoteTrial } from './installation.queries.ts';

type Trials = Installation['trials'];

/** The attacks that everybody can try at the place itself, step by step, and what came of them. */
export function TrialsCard({ trials }: { trials: Trials }) {
  const { t } = useTranslation('installation');
  return (
    <Card title={t('trials.title')} hint={t('trials.hint')}>
      <ol className={classes.steps}>
        {ATTACKS.map((attack) => (
          <li key={attack}>
            <TrialStep attack={attack} latest={trials.find((trial) => trial.attack === attack)} />
          </li>
        ))}
      </ol>
      <p className={classes.note}>{t('trials.limits')}</p>
    </Card>
  );
}

const MOST = 1000;

function TrialStep({ attack, latest }: { attack: Trial['attack']; latest: Trials[number] | undefined }) {
  const { t } = useTranslation('installation');
  const format = useFormat();
  const note = useNoteTrial();
  const [tries, setTries] = useState<number | string>(10);
  const [passed, setPassed] = useState<number | string>('');
  const isComplete =
    typeof tries === 'number' && typeof passed === 'number' && tries >= 1 && passed >= 0 && passed <= tries;
  const name = t(`trials.attacks.${attack}.title`);
  return (
    <form
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof tries !== 'number' || typeof passed !== 'number' || !isComplete) return;
        note.mutate({ attack, tries, passed }, { onSuccess: () => setPassed('') });
      }}
    >
      <h3>{name}</h3>
      <p>{t(`trials.attacks.${attack}.steps`)}</p>
      <p className={classes.note}>
        {latest
          ? t('trials.latest', {
              date: format.date(latest.at),
              passed: format.number(latest.passed),
              tries: format.number(latest.tries),
            })
          : t('trials.never')}
      </p>
      <div className={classes.fields}>
        <NumberInput
          label={t('trials.tries')}
          min={1}
          max={MOST}
          allowDecimal={false}
          value={tries}
          onChange={setTries}
        />
        <NumberInput
          label={t('trials.passed')}
          min={0}
          max={typeof tries === 'number' ? tries : MOST}
          allowDecimal={false}
          value={passed}
          onChange={setPassed}
        />
        <Button type="submit" variant="default" loading={note.isPending} disabled={!isComplete}>
          {t('trials.save')}
        </Button>
      </div>
    </form>
  );
}
