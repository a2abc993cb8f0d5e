import { type ReactNode, useState } from 'react';
import { ArrivalDialog, CallDialog, ExcuseDialog, NoteDialog } from './mark-dialogs.tsx';
import type { PersonToday } from './today.queries.ts';
import { useMarking } from './use-marking.ts';

export type MarkDialog = 'late' | 'here' | 'excuse' | 'call' | 'note';

/** A person as the buttons and dialogs of today need them. */
export type MarkedPerson = Pick<PersonToday, 'id' | 'name'> &
  Partial<Pick<PersonToday, 'contact_phone' | 'time' | 'mark'>> & {
    /** Where nobody is due, there is nothing but a visit and a note. */
    readonly isDayOff?: boolean;
  };

/**
 * The dialog of a list of people, one at a time. It stays open, with what was typed, when the row that opened it has
 * gone because its person arrived. `now` is the time on the server, `HH:MM`; null where the page does not know it.
 */
export function useMarkDialog(now: string | null) {
  const [open, setOpen] = useState<{ dialog: MarkDialog; person: MarkedPerson } | null>(null);
  const marking = useMarking();
  const dialogOf = ({ dialog, person }: NonNullable<typeof open>): ReactNode => {
    const props = { person, marking, onClose: () => setOpen(null) };
    switch (dialog) {
      case 'late':
      case 'here':
        return <ArrivalDialog {...props} mark={dialog} now={now} arrived={person.time ?? null} />;
      case 'excuse':
        return <ExcuseDialog {...props} />;
      case 'note':
        return <NoteDialog {...props} />;
      case 'call':
        return <CallDialog {...props} phone={person.contact_phone ?? null} mayExcuse={!person.isDayOff} />;
    }
  };
  return {
    ask: (dialog: MarkDialog, person: MarkedPerson) => setOpen({ dialog, person }),
    dialog: open ? dialogOf(open) : null,
  };
}
