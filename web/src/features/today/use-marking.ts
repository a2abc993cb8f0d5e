import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { toast, toastWithAction } from '../../lib/toast.tsx';
import {
  type Mark,
  type Note,
  type PersonToday,
  type Saved,
  useAddNote,
  useMarkToday,
  useRemoveMark,
  useUndoToday,
} from './today.queries.ts';

/** Saves marks and notes, says what was saved, and offers to undo it for as long as the server allows. */
export function useMarking() {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const undo = useUndoToday();

  const offerUndo = (message: string, what: 'mark' | 'note', saved: Saved) => {
    const { id, mark_id, leave_id, undo_seconds, person } = saved;
    if (id === null && !leave_id) {
      const time = person.time ? format.time(person.time) : '';
      return toast('info', t('today.done.already', { name: person.name, time }));
    }
    toastWithAction(message, {
      label: t('today.actions.undo'),
      forMs: undo_seconds * 1000,
      onAction: () => undo.mutate({ what, id, mark_id, leave_id }),
    });
  };

  const messageOf = ({ state, name, time }: PersonToday): string => {
    const told = state === 'day_off' ? 'visit' : state;
    if (told === 'not_yet' || told === 'not_due') return name;
    return t(`today.done.${told}`, { name, time: time ? format.time(time) : '' });
  };

  const marking = useMarkToday((saved, { until }) => {
    const { person, leave_id } = saved;
    const date = until ? format.date(until) : '';
    const message = leave_id ? t('today.done.excusedUntil', { name: person.name, date }) : messageOf(person);
    offerUndo(message, 'mark', saved);
  });
  const noting = useAddNote((saved) =>
    offerUndo(
      t(saved.mark_id ? 'today.done.excusedIll' : 'today.done.noted', { name: saved.person.name }),
      'note',
      saved,
    ),
  );
  const removing = useRemoveMark(({ name }) => toast('success', t('today.done.removed', { name })));

  return {
    isBusy: marking.isPending || noting.isPending || removing.isPending,
    mark: (mark: Mark, onDone?: () => void) => marking.mutate(mark, { onSuccess: () => onDone?.() }),
    remove: (id: number) => removing.mutate(id),
    note: (note: Note, onDone?: () => void) => noting.mutate(note, { onSuccess: () => onDone?.() }),
  };
}

export type Marking = ReturnType<typeof useMarking>;
