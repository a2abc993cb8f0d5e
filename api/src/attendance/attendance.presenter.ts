import type { MarkResult } from '@rollcall/core/attendance/attendance.ports';
import type {
  AttendanceDay,
  CorrectionOfPerson,
  DayOfPerson,
} from '@rollcall/core/attendance/attendance.types';
import { isPresent, ruleOnDay } from '@rollcall/core/attendance/attendance-day.rules';
import { explain, STATUS_LABELS } from '@rollcall/core/attendance/day-explanation.rules';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { z } from 'zod';
import { toWireDate } from '../http/contract-parts.ts';
import type {
  wireArrival,
  wireCorrection,
  wireHistoryEntry,
  wirePersonRecord,
  wireRecord,
} from './attendance.contract.ts';

export const presentRecord =
  (zone: Zone) =>
  (day: AttendanceDay): z.infer<typeof wireRecord> => {
    const rule = ruleOnDay(day.rule, day.date, zone);
    return {
      date: toWireDate(day.date),
      time: day.firstIn && zone.timeOf(day.firstIn),
      check_out: day.lastSeen && zone.timeOf(day.lastSeen),
      status: isPresent(day.status) ? 'present' : day.status,
      punctuality: isPresent(day.status) ? STATUS_LABELS[day.status] : null,
      reason: explain(day, zone),
      basis: {
        status: day.status,
        source: day.source,
        overrode: day.overrode,
        dayOff: day.isDayOff,
        excuse: day.excuse ?? null,
        evidence: day.evidence ?? null,
        startTime: rule.startTime,
        gracePeriod: rule.graceMinutes,
        cutoffTime: rule.cutoffTime,
        autoAbsent: rule.autoAbsentMinutes,
      },
    };
  };

export const presentPersonRecord =
  (zone: Zone) =>
  (day: DayOfPerson): z.infer<typeof wirePersonRecord> => ({
    ...presentRecord(zone)(day),
    user_id: day.code,
    user_name: day.name,
    user_type: day.kind,
  });

function markedMessage({ outcome, day }: MarkResult, zone: Zone): string {
  const label = STATUS_LABELS[day.status];
  if (!day.firstIn) return `You were seen. An administrator has corrected this day: ${label}.`;
  const time = zone.timeOf(day.firstIn);
  return outcome === 'marked'
    ? `Checked in at ${time} (${label}).`
    : `You are already checked in today, at ${time} (${label}).`;
}

export function presentMarked(result: MarkResult, zone: Zone) {
  const { outcome, day } = result;
  return {
    success: true,
    message: markedMessage(result, zone),
    outcome,
    attendance: presentRecord(zone)(day),
  };
}

export const presentArrival =
  (zone: Zone) =>
  (day: DayOfPerson): z.infer<typeof wireArrival> => ({
    Name: day.name,
    Roll: day.code,
    Time: day.firstIn ? zone.timeOf(day.firstIn) : '',
    Type: day.kind,
  });

/** Groups days by date key (`MM_DD_YY`). */
export function presentHistory(
  days: readonly DayOfPerson[],
  zone: Zone,
): Record<string, z.infer<typeof wireHistoryEntry>[]> {
  const history: Record<string, z.infer<typeof wireHistoryEntry>[]> = {};
  // The days come newest first; within a day the entries go in order of arrival.
  for (const day of days) {
    const key = toWireDate(day.date);
    history[key] ??= [];
    history[key].push({
      user_id: day.code,
      name: day.name,
      time: day.firstIn ? zone.timeOf(day.firstIn) : '',
      type: day.kind,
    });
  }
  for (const entries of Object.values(history)) entries.reverse();
  return history;
}

export const presentCorrection =
  (zone: Zone) =>
  (correction: CorrectionOfPerson): z.infer<typeof wireCorrection> => ({
    id: correction.id,
    user_id: correction.code,
    name: correction.name,
    date: toWireDate(correction.date),
    wanted: correction.wanted,
    time: correction.time,
    reason: correction.reason,
    asked_by: correction.askedByName,
    asked_at: correction.askedAt.toISOString(),
    state: correction.state,
    decided_by: correction.decidedByName,
    decided_at: correction.decidedAt?.toISOString() ?? null,
    note: correction.note,
    before: correction.before && {
      status: STATUS_LABELS[correction.before.status],
      verdict: correction.before.status,
      time: correction.before.firstIn && zone.timeOf(correction.before.firstIn),
    },
  });
