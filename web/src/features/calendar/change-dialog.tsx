import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../components/layout/form-modal.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { toast } from '../../lib/toast.tsx';
import { type CalendarChange, type RecordedChanges, useCalendarChange } from './calendar.queries.ts';

/** What absences become, by the kind of change. */
const BECOME = {
  add: 'holidays',
  import: 'holidays',
  remove: 'back',
  working: 'off',
  leave: 'excused',
  reopen: 'back',
  close: 'back',
  repair: 'back',
} as const satisfies Record<CalendarChange['kind'], string>;

interface Asked {
  readonly change: CalendarChange;
  readonly changes: RecordedChanges;
  readonly onSaved: (() => void) | undefined;
}

/**
 * Saves changes of the calendar. One that changes recorded days is previewed and saved after a confirmation; `dialog`
 * must be rendered for it.
 */
export function useChangeDialog() {
  const { t } = useTranslation('attendance');
  const { preview, save } = useCalendarChange();
  const format = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);

  const saveNow = (change: CalendarChange, onSaved?: () => void) =>
    save.mutate(change, {
      onSuccess: (saved) => {
        const { added = 0, skipped = 0 } = saved;
        const said = [
          t(`calendar.done.${change.kind}`, { added: format.number(added) }),
          ...(skipped > 0 ? [t('calendar.done.skipped', { skipped: format.number(skipped) })] : []),
          ...changeLines(saved.changes, BECOME[change.kind], t),
        ];
        toast('success', said.join(' '));
        // It may have been cancelled while it was saved, and something else asked.
        setAsked((current) => (current?.change === change ? null : current));
        onSaved?.();
      },
    });

  const run = (change: CalendarChange, onSaved?: () => void) =>
    preview.mutate(change, {
      onSuccess: ({ changes }) => {
        if (changes.days > 0) setAsked({ change, changes, onSaved });
        else saveNow(change, onSaved);
      },
    });

  const running = preview.isPending ? preview.variables : save.isPending ? save.variables : undefined;
  const isRunning = (kind: CalendarChange['kind'], date?: string): boolean =>
    running?.kind === kind && (date === undefined || ('date' in running && running.date === date));

  const dialog = asked ? (
    <ConfirmModal
      title={t('repair.title')}
      confirm={t('repair.confirm')}
      isBusy={save.isPending}
      onConfirm={() => saveNow(asked.change, asked.onSaved)}
      onClose={() => setAsked(null)}
    >
      <ChangeList changes={asked.changes} becomes={BECOME[asked.change.kind]} />
    </ConfirmModal>
  ) : null;

  return { run, isRunning, dialog };
}

interface ChangeListProps {
  readonly changes: RecordedChanges;
  readonly becomes: (typeof BECOME)[keyof typeof BECOME];
}

type T = ReturnType<typeof useTranslation<'attendance'>>['t'];

/** "600 absences become holidays.", a sentence for each kind of change. */
function changeLines(changes: RecordedChanges, becomes: ChangeListProps['becomes'], t: T): string[] {
  const lines = [
    { key: `repair.removed.${becomes}`, count: changes.absences_removed },
    { key: 'repair.absencesAdded', count: changes.absences_added },
    { key: 'repair.excusedRemoved', count: changes.excused_removed },
    { key: 'repair.excusedAdded', count: becomes === 'excused' ? 0 : changes.excused_added },
    { key: 'repair.visitsOff', count: changes.visits_off },
    { key: 'repair.visitsDue', count: changes.visits_due },
    { key: 'repair.others', count: changes.others },
  ] as const;
  return lines.flatMap(({ key, count }) => (count > 0 ? [t(key, { count })] : []));
}

/** What changes, and how many days and people it concerns. */
function ChangeList({ changes, becomes }: ChangeListProps) {
  const { t } = useTranslation('attendance');
  const days = t('repair.days', { count: changes.days });
  const people = t('repair.people', { count: changes.people });
  return (
    <>
      {changeLines(changes, becomes, t).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Text c="var(--rc-muted)" fz={14} mt="xs">
        {t('repair.where', { days, people })}
      </Text>
    </>
  );
}
