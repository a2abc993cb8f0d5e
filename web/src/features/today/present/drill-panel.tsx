import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/layout/card.tsx';
import { ConfirmModal } from '../../../components/layout/form-modal.tsx';
import { useFormat } from '../../../lib/format/format.ts';
import { DRILL_CHOICES, type DrillChoice } from '../../../lib/present/present-groups.ts';
import classes from './present.module.css';
import { type Drill, useEndDrill, useStartDrill } from './present.queries.ts';

/** Starts a drill, after a question: everybody sees that one runs. */
export function StartDrillButton() {
  const { t } = useTranslation('present');
  const [isAsked, setAsked] = useState(false);
  const start = useStartDrill();
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('drill.start')}
      </Button>
      {isAsked ? (
        <ConfirmModal
          title={t('drill.startTitle')}
          confirm={t('drill.start')}
          isBusy={start.isPending}
          onConfirm={() => start.mutate(undefined, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          {t('drill.startText')}
        </ConfirmModal>
      ) : null}
    </>
  );
}

interface DrillPanelProps {
  readonly drill: Drill;
  readonly found: number;
  readonly all: number;
  readonly shown: DrillChoice;
  readonly onShown: (choice: DrillChoice) => void;
}

/** The drill that is running: how many were seen, and whom the list shows. */
export function DrillPanel({ drill, found, all, shown, onShown }: DrillPanelProps) {
  const { t } = useTranslation('present');
  const format = useFormat();
  const time = format.time(drill.started_time);
  const counts = { all, missing: all - found, found };
  return (
    <Card className="rc-no-print">
      <div className={classes.drill} data-drill={drill.id}>
        <div className={classes.drillHead}>
          <div>
            <h2>{t('drill.title')}</h2>
            <p>
              {drill.started_by === null
                ? t('drill.sinceTime', { time })
                : t('drill.since', { time, name: drill.started_by })}
            </p>
          </div>
          {drill.may_end ? <EndDrillButton id={drill.id} missing={all - found} /> : null}
        </div>
        <p className={classes.progress} role="status">
          {t('drill.found', { found: format.number(found), all: format.number(all) })}
        </p>
        <SegmentedControl
          fullWidth
          aria-label={t('drill.show')}
          value={shown}
          onChange={(value) => onShown(DRILL_CHOICES.find((each) => each === value) ?? 'all')}
          data={DRILL_CHOICES.map((value) => ({
            value,
            label: `${t(`drill.choices.${value}`)} ${format.number(counts[value])}`,
          }))}
        />
      </div>
    </Card>
  );
}

function EndDrillButton({ id, missing }: { id: number; missing: number }) {
  const { t } = useTranslation('present');
  const [isAsked, setAsked] = useState(false);
  const end = useEndDrill();
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('drill.end')}
      </Button>
      {isAsked ? (
        <ConfirmModal
          title={t('drill.endTitle')}
          confirm={t('drill.end')}
          isBusy={end.isPending}
          onConfirm={() => end.mutate(id, { onSettled: () => setAsked(false) })}
          onClose={() => setAsked(false)}
        >
          {missing === 0 ? t('drill.endAllText') : t('drill.endText', { count: missing })}
        </ConfirmModal>
      ) : null}
    </>
  );
}
