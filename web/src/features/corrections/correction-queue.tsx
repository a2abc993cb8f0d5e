import { Button, Group, SegmentedControl, Skeleton, Stack, Textarea } from '@mantine/core';
import { CORRECTION_STATES, type CorrectionState } from '@rollcall/core/attendance/attendance.types';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { FormModal } from '../../components/layout/form-modal.tsx';
import { Sideways } from '../../components/layout/sideways.tsx';
import { CorrectionItem } from './correction-list.tsx';
import classes from './corrections.module.css';
import { type Correction, useCorrections, useDecideCorrection } from './corrections.queries.ts';

interface CorrectionQueueProps {
  readonly state: CorrectionState | 'all';
  readonly onState: (state: CorrectionState | 'all') => void;
}

/** Pending and decided corrections, for administrators. */
export function CorrectionQueue({ state, onState }: CorrectionQueueProps) {
  const { t } = useTranslation('attendance');
  const query = useCorrections(state === 'all' ? undefined : state);
  const decide = useDecideCorrection();
  const [declining, setDeclining] = useState<Correction | null>(null);
  const decideOn = (correction: Correction, accept: boolean, note: string | null) =>
    decide.mutate(
      { id: correction.id, accept, note },
      {
        onSuccess: () => setDeclining(null),
      },
    );
  return (
    <Card
      title={t('corrections.title')}
      actions={
        <Sideways value={state}>
          <SegmentedControl
            aria-label={t('corrections.show')}
            value={state}
            onChange={onState}
            data={[
              ...CORRECTION_STATES.map((value) => ({ value, label: t(`corrections.states.${value}`) })),
              { value: 'all' as const, label: t('corrections.all') },
            ]}
          />
        </Sideways>
      }
    >
      {query.isPending ? <Skeleton height={160} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? (
        <EmptyState title={t('corrections.none')} text={t('corrections.noneText')} />
      ) : null}
      <ul className={classes.list}>
        {query.data?.map((correction) => (
          <CorrectionItem
            key={correction.id}
            correction={correction}
            actions={
              correction.state === 'pending' ? (
                <div className={classes.actions}>
                  <Button
                    size="xs"
                    aria-label={t('corrections.acceptOf', { name: correction.name })}
                    disabled={decide.isPending}
                    loading={decide.isPending && decide.variables?.id === correction.id}
                    onClick={() => decideOn(correction, true, null)}
                  >
                    {t('corrections.accept')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={decide.isPending}
                    aria-label={t('corrections.declineOf', { name: correction.name })}
                    onClick={() => setDeclining(correction)}
                  >
                    {t('corrections.decline')}
                  </Button>
                </div>
              ) : null
            }
          />
        ))}
      </ul>
      {declining ? (
        <DeclineModal
          name={declining.name}
          isBusy={decide.isPending}
          onClose={() => setDeclining(null)}
          onDecline={(note) => decideOn(declining, false, note)}
        />
      ) : null}
    </Card>
  );
}

interface DeclineModalProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onDecline: (note: string | null) => void;
  readonly onClose: () => void;
}

function DeclineModal({ name, isBusy, onDecline, onClose }: DeclineModalProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const [note, setNote] = useState('');
  return (
    <FormModal
      title={t('corrections.declineTitle', { name })}
      onClose={onClose}
      isSmall
      isUnsaved={note.trim() !== ''}
    >
      <Stack gap="md">
        <Textarea
          label={t('corrections.note')}
          description={t('corrections.noteHint')}
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => onDecline(note.trim() || null)}>
            {t('corrections.decline')}
          </Button>
        </Group>
      </Stack>
    </FormModal>
  );
}
