import type { MarkStatus } from '@rollcall/core/classes/classes.types';
import type { ClassSheet } from './class-attendance.queries.ts';

export type SheetEntry = ClassSheet['roster'][number];

/** An unsaved change of one status, and the status that was saved when it was made. */
export interface Edit {
  readonly status: MarkStatus;
  readonly savedBefore: MarkStatus | null;
}

/** Unsaved changes by user id. */
export type Edits = Readonly<Record<string, Edit>>;

export const withEdit = (edits: Edits, entry: SheetEntry, status: MarkStatus): Edits => ({
  ...edits,
  [entry.user_id]: { status, savedBefore: entry.mark?.status ?? null },
});

/** The status that somebody else saved after this edit was made; null if nobody did. */
export function savedByOther(entry: SheetEntry, edits: Edits): MarkStatus | null {
  const edit = edits[entry.user_id];
  const saved = entry.mark?.status ?? null;
  return edit && saved !== edit.savedBefore && saved !== edit.status ? saved : null;
}

/** The status shown: an unsaved edit first, then the saved mark, then the proposal of a photo or check-in. */
export const shownStatus = (entry: SheetEntry, edits: Edits): MarkStatus | null =>
  edits[entry.user_id]?.status ?? entry.mark?.status ?? entry.proposal?.status ?? null;

/** Whether saving would send a mark; never for the own entry. */
export const isUnsaved = (entry: SheetEntry, edits: Edits): boolean => {
  const shown = shownStatus(entry, edits);
  return !entry.is_own && shown !== null && shown !== entry.mark?.status;
};

/** Where the shown status comes from. */
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

/** The check-in or photo of a student whom the saved sheet calls absent; null if there is none. */
export const checkInAfterAbsence = (entry: SheetEntry, edits: Edits): SheetEntry['proposal'] =>
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

/** The marks that differ from the saved sheet. Students without a status are not sent. */
export const marksToSave = (roster: readonly SheetEntry[], edits: Edits) =>
  roster.flatMap((entry) => {
    const status = shownStatus(entry, edits);
    return status && isUnsaved(entry, edits) ? [{ user_id: entry.user_id, status }] : [];
  });

/**
 * The edits that are left once the marks have been saved: those made while the save was under way. What was saved
 * is what they change now, not somebody else's doing.
 */
export function afterSave(
  edits: Edits,
  saved: readonly { readonly user_id: string; readonly status: MarkStatus }[],
): Edits {
  const savedStatus = new Map(saved.map(({ user_id, status }) => [user_id, status]));
  return Object.fromEntries(
    Object.entries(edits).flatMap(([id, edit]) => {
      const status = savedStatus.get(id);
      if (status === undefined) return [[id, edit]];
      return status === edit.status ? [] : [[id, { ...edit, savedBefore: status }]];
    }),
  );
}

/** Edits that give everyone without a status the same one. */
export const markRest = (roster: readonly SheetEntry[], edits: Edits, status: MarkStatus): Edits =>
  roster
    .filter((entry) => !entry.is_own && shownStatus(entry, edits) === null)
    .reduce((all, entry) => withEdit(all, entry, status), edits);

/** Why the person is excused, where the shown status comes from the day and not from this sheet. */
export const excuseShown = (entry: SheetEntry, origin: Origin): string | null =>
  origin === 'leave' || (origin === 'savedOwn' && entry.mark?.status === 'excused') ? entry.excuse : null;
