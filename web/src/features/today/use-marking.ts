import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { toastWithAction } from '../../lib/toast.tsx';
import {
  type Mark,
  type Note,
  type PersonToday,
  type Saved,
  useAddNote,
  useMarkToday,
  useUndoToday,
} from './today.queries.ts';

/** Saves marks and notes, says what was saved, and offers to undo it for as long as the server allows. */
export function useMarking() {
  const { t } = useTranslation('attendance');
  const format = useFormat();
  const undo = useUndoToday();

  const offerUndo = (message: string, what: 'mark' | 'note', { id, undo_seconds }: Saved) =>
    toastWithAction(message, {
      label: t('today.actions.undo'),
      forMs: undo_seconds * 1000,
      onAction: () => undo.mutate({ what, id }),
    });

  const messageOf = ({ state, name, time }: PersonToday): string => {
    const told = state === 'day_off' ? 'visit' : state;
    if (told === 'not_yet' || told === 'not_due') return name;
    return t(`today.done.${told}`, { name, time: time ? format.time(time) : '' });
  };

  const marking = useMarkToday((saved) => offerUndo(messageOf(saved.person), 'mark', saved));
  const noting = useAddNote((saved) =>
    offerUndo(t('today.done.noted', { name: saved.person.name }), 'note', saved),
  );

  return {
    isBusy: marking.isPending || noting.isPending,
    mark: (mark: Mark, onDone?: () => void) => marking.mutate(mark, { onSuccess: () => onDone?.() }),
    note: (note: Note, onDone?: () => void) => noting.mutate(note, { onSuccess: () => onDone?.() }),
  };
}

export type Marking = ReturnType<typeof useMarking>;
