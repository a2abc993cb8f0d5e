import type { MarkStatus } from '@rollcall/core/classes/class-marks.types';
import type { ClassSheet } from './class-attendance.queries.ts';

export type SheetEntry = ClassSheet['roster'][number];

/** What the person at the screen said, and what was saved when they said it. */
export interface Edit {
  readonly status: MarkStatus;
  readonly over: MarkStatus | null;
}

/** By user id. Everything else is the server's. */
export type Edits = Readonly<Record<string, Edit>>;

export const edited = (edits: Edits, entry: SheetEntry, status: MarkStatus): Edits => ({
  ...edits,
  [entry.user_id]: { status, over: entry.mark?.status ?? null },
});

/** What somebody else saved under the hand of whoever is at this screen; null where nobody did. */
export function savedMeanwhile(entry: SheetEntry, edits: Edits): MarkStatus | null {
  const edit = edits[entry.user_id];
  const saved = entry.mark?.status ?? null;
  return edit && saved !== edit.over && saved !== edit.status ? saved : null;
}

/** What the sheet shows: the hand's word first, then what was saved, then what photos and check-ins propose. */
export const shownStatus = (entry: SheetEntry, edits: Edits): MarkStatus | null =>
  edits[entry.user_id]?.status ?? entry.mark?.status ?? entry.proposal?.status ?? null;

export const isUnsaved = (entry: SheetEntry, edits: Edits): boolean => {
  const shown = shownStatus(entry, edits);
  return shown !== null && shown !== entry.mark?.status;
};

/** Where the shown status comes from; null while there is none. */
export type Origin = 'photo' | 'own' | 'leave' | 'hand' | 'savedPhoto' | 'savedOwn' | 'savedHand';

const SAVED = { class_photo: 'savedPhoto', own: 'savedOwn', manual: 'savedHand' } as const;

export function originOf(entry: SheetEntry, edits: Edits): Origin | null {
  const { mark, proposal } = entry;
  const shown = shownStatus(entry, edits);
  if (shown === null) return null;
  if (mark?.status === shown) return SAVED[mark.means];
  if (proposal?.status !== shown) return 'hand';
  if (proposal.means === 'class_photo') return 'photo';
  return proposal.time === null ? 'leave' : 'own';
}

/** Called missing by the saved sheet, and seen since. */
export const cameSince = (entry: SheetEntry, edits: Edits): SheetEntry['proposal'] =>
  edits[entry.user_id] === undefined &&
  entry.mark?.status === 'absent' &&
  (entry.proposal?.status === 'present' || entry.proposal?.status === 'late')
    ? entry.proposal
    : null;

export interface Tally {
  readonly counts: Readonly<Record<MarkStatus, number>>;
  readonly open: number;
  readonly unsaved: number;
}

export function tallyOf(roster: readonly SheetEntry[], edits: Edits): Tally {
  const counts = { present: 0, late: 0, absent: 0, excused: 0 };
  let open = 0;
  for (const entry of roster) {
    const shown = shownStatus(entry, edits);
    if (shown) counts[shown] += 1;
    else open += 1;
  }
  return { counts, open, unsaved: roster.filter((entry) => isUnsaved(entry, edits)).length };
}

/** Only what differs from the saved sheet: what nobody looked at is not sent. */
export const marksToSave = (roster: readonly SheetEntry[], edits: Edits) =>
  roster.flatMap((entry) => {
    const status = shownStatus(entry, edits);
    return status && isUnsaved(entry, edits) ? [{ user_id: entry.user_id, status }] : [];
  });

export const restAbsent = (roster: readonly SheetEntry[], edits: Edits): Edits =>
  roster
    .filter((entry) => shownStatus(entry, edits) === null)
    .reduce((all, entry) => edited(all, entry, 'absent'), edits);
