import { MARK_MEANS, MARK_STATUSES } from '@rollcall/core/classes/class-marks.types';
import type { ClassSheet } from '@rollcall/core/classes/class-sheet.service';
import { QUALITY_MESSAGES } from '@rollcall/core/faces/face-quality.rules';
import type { GroupFace, GroupPicture } from '@rollcall/core/faces/group-identification.service';
import type { Zone } from '@rollcall/core/time/zone';
import { z } from 'zod';
import { presentRosterEntry, wireRosterEntry } from '../classes/classes.presenter.ts';
import { presentBox, wireBox } from '../faces/faces.presenter.ts';

export const wireSheetEntry = wireRosterEntry.extend({
  /** What the saved sheet says; null while it says nothing of this person. */
  mark: z.object({ status: z.enum(MARK_STATUSES), means: z.enum(MARK_MEANS) }).nullable(),
  /** What it would say if nobody touched it: from the photos of today, or the person's own check-in or leave. */
  proposal: z
    .object({ status: z.enum(MARK_STATUSES), means: z.enum(MARK_MEANS), time: z.string().nullable() })
    .nullable(),
});

export const presentSheetEntry =
  (zone: Zone) =>
  (entry: ClassSheet['entries'][number]): z.infer<typeof wireSheetEntry> => ({
    ...presentRosterEntry(zone)(entry),
    mark: entry.mark && { status: entry.mark.status, means: entry.mark.means },
    proposal: entry.proposal && {
      status: entry.proposal.status,
      means: entry.proposal.means,
      time: entry.proposal.seenAt && zone.timeOf(entry.proposal.seenAt),
    },
  });

const wirePerson = z.object({ user_id: z.string(), name: z.string() });

export const wireGroupFace = z.object({
  box: wireBox,
  outcome: z.enum(['named', 'unsure', 'unknown', 'unusable']),
  person: wirePerson.nullable(),
  /** Where the face could be one of two. */
  candidates: z.array(wirePerson),
  reason: z.string().nullable(),
  message: z.string().nullable(),
});

export const wireGroupPicture = z.object({
  width: z.number(),
  height: z.number(),
  faces: z.array(wireGroupFace),
  /** What the sheet would say of somebody seen in this picture. */
  seen_as: z.enum(MARK_STATUSES),
  not_compared: z.array(wirePerson.extend({ reason: z.enum(['no_face', 'no_consent']) })),
});

const presentPerson = ({ code, name }: { code: string; name: string }) => ({ user_id: code, name });

function presentFace(face: GroupFace): z.infer<typeof wireGroupFace> {
  const nothing = { person: null, candidates: [], reason: null, message: null };
  const where = { box: presentBox(face), outcome: face.outcome, ...nothing };
  switch (face.outcome) {
    case 'named':
      return { ...where, person: presentPerson(face.person) };
    case 'unsure':
      return { ...where, candidates: face.candidates.map(presentPerson) };
    case 'unusable':
      return { ...where, reason: face.reason, message: QUALITY_MESSAGES[face.reason] };
    case 'unknown':
      return where;
  }
}

export const presentGroupPicture = (picture: GroupPicture): z.infer<typeof wireGroupPicture> => ({
  width: picture.width,
  height: picture.height,
  faces: picture.faces.map(presentFace),
  seen_as: picture.seenAs,
  not_compared: picture.notCompared.map(({ reason, ...person }) => ({ ...presentPerson(person), reason })),
});
