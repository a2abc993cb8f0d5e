import { rateOrZero } from '@rollcall/core/analytics/analytics.rules';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import { STATUS_LABELS } from '@rollcall/core/attendance/day-explanation.rules';
import type { ClassSheet } from '@rollcall/core/classes/class-sheet.service';
import { rateOfMarks, talliesBySubject } from '@rollcall/core/classes/classes.rules';
import type { ClassWithStatus } from '@rollcall/core/classes/classes.service';
import type { ClassTally, RosterEntry } from '@rollcall/core/classes/classes.types';
import { QUALITY_MESSAGES } from '@rollcall/core/faces/face-quality.rules';
import type { GroupFace, GroupPhotoResult } from '@rollcall/core/faces/group-identification.service';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { z } from 'zod';
import { presentBox } from '../faces/faces.presenter.ts';
import type {
  wireClass,
  wireClassPhoto,
  wireClassPhotoFace,
  wireClassRates,
  wireRosterEntry,
  wireSheetEntry,
} from './classes.contract.ts';

export function presentClass(each: ClassWithStatus): z.infer<typeof wireClass> {
  const rate = rateOrZero({ present: each.presentToday, due: each.students - each.excusedToday });
  return {
    id: each.id,
    name: each.name,
    program: each.program,
    semester: each.semester,
    section: each.section,
    subject: each.subject,
    startTime: each.startTime,
    endTime: each.endTime,
    weekdays: [...each.weekdays],
    status: each.status,
    students: each.students,
    present_today: each.presentToday,
    attendance_rate: rate,
    present: each.presentToday,
    total: each.students,
    rate,
  };
}

const presentCounts = ({ meetings, counts }: Pick<ClassTally, 'meetings' | 'counts'>) => ({
  meetings,
  present: counts.present,
  late: counts.late,
  absent: counts.absent,
  excused: counts.excused,
  rate: rateOfMarks(counts),
});

export const presentClassRates = (tallies: readonly ClassTally[]): z.infer<typeof wireClassRates> => ({
  classes: tallies.map((tally) => ({
    class_id: tally.classId,
    name: tally.name,
    subject: tally.subject,
    section: tally.section,
    ...presentCounts(tally),
  })),
  subjects: talliesBySubject(tallies).map((tally) => ({ subject: tally.subject, ...presentCounts(tally) })),
});

export const presentRosterEntry =
  (zone: Zone) =>
  (entry: RosterEntry): z.infer<typeof wireRosterEntry> => ({
    user_id: entry.code,
    name: entry.name,
    type: entry.kind,
    class_section: entry.classSection,
    has_face_data: entry.hasFaceData,
    status: isPresent(entry.status)
      ? 'present'
      : entry.status === 'absent' || entry.status === 'excused'
        ? entry.status
        : 'unknown',
    punctuality: isPresent(entry.status) ? STATUS_LABELS[entry.status] : null,
    time: entry.firstIn && zone.timeOf(entry.firstIn),
  });

export const presentSheetEntry =
  (zone: Zone) =>
  (entry: ClassSheet['entries'][number]): z.infer<typeof wireSheetEntry> => ({
    ...presentRosterEntry(zone)(entry),
    excuse: entry.excuse,
    is_own: entry.isOwn,
    mark: entry.mark && { status: entry.mark.status, means: entry.mark.means },
    proposal: entry.proposal && {
      status: entry.proposal.status,
      means: entry.proposal.means,
      time: entry.proposal.seenAt && zone.timeOf(entry.proposal.seenAt),
    },
  });

const presentPerson = ({ code, name }: { code: string; name: string }) => ({ user_id: code, name });

function presentFace(face: GroupFace): z.infer<typeof wireClassPhotoFace> {
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

export const presentClassPhoto = (photo: GroupPhotoResult): z.infer<typeof wireClassPhoto> => ({
  width: photo.width,
  height: photo.height,
  faces: photo.faces.map(presentFace),
  seen_as: photo.sightingStatus,
  not_compared: photo.notCompared.map(({ reason, ...person }) => ({ ...presentPerson(person), reason })),
});
