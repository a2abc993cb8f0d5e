import type { AttendanceDay, DayChange } from './attendance.types.ts';
import { isPresent } from './attendance-day.rules.ts';

/** What deriving days again changes, or would change. */
export interface RepairSummary {
  /** Days of the calendar on which anything changes. */
  readonly days: number;
  readonly people: number;
  /** Absences, and days left unmarked, that are taken back. */
  readonly absencesRemoved: number;
  readonly absencesAdded: number;
  readonly excusedRemoved: number;
  readonly excusedAdded: number;
  /** Visits that become visits on a day off, which are in no rate. */
  readonly visitsOff: number;
  /** Visits on a day off that count again. */
  readonly visitsDue: number;
  /** Everything else: another arrival status or reason. */
  readonly others: number;
}

type Kind = 'absence' | 'excused' | 'visit' | 'visit_off' | 'none';

function kindOf(day: AttendanceDay | null): Kind {
  if (!day) return 'none';
  if (isPresent(day.status)) return day.isDayOff ? 'visit_off' : 'visit';
  if (day.isDayOff) return 'none';
  return day.status === 'excused' ? 'excused' : 'absence';
}

const isSameVerdict = (before: AttendanceDay | null, after: AttendanceDay | null): boolean =>
  before?.status === after?.status &&
  before?.source === after?.source &&
  before?.isDayOff === after?.isDayOff &&
  before?.firstIn?.getTime() === after?.firstIn?.getTime();

/** Adds up changes as they are made; only numbers and ids are kept. */
export function createRepairCount() {
  const days = new Set<string>();
  const people = new Set<number>();
  const moves = new Map<string, number>();

  const count = (from: Kind | null, to: Kind | null): number => {
    let total = 0;
    for (const [move, number] of moves) {
      const [before, after] = move.split('>');
      if ((from === null || before === from) && (to === null || after === to) && before !== after)
        total += number;
    }
    return total;
  };

  return {
    add(changes: readonly DayChange[]): void {
      for (const { personId, date, before, after } of changes) {
        if (isSameVerdict(before, after)) continue;
        days.add(date);
        people.add(personId);
        const move = `${kindOf(before)}>${kindOf(after)}`;
        moves.set(move, (moves.get(move) ?? 0) + 1);
      }
    },

    summary(): RepairSummary {
      let others = 0;
      for (const [move, number] of moves) {
        const [before, after] = move.split('>');
        if (before === after) others += number;
      }
      return {
        days: days.size,
        people: people.size,
        absencesRemoved: count('absence', null),
        absencesAdded: count(null, 'absence'),
        excusedRemoved: count('excused', null),
        excusedAdded: count(null, 'excused'),
        visitsOff: count('visit', 'visit_off'),
        visitsDue: count('visit_off', 'visit'),
        others,
      };
    },
  };
}

export const NO_REPAIR: RepairSummary = createRepairCount().summary();

/** What the repaired absences become. */
export type Becomes = 'holidays' | 'days off' | 'excused' | 'open';

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const REMOVED: Readonly<Record<Becomes, readonly [one: string, many: string]>> = {
  holidays: ['absence becomes a holiday', 'absences become holidays'],
  'days off': ['absence becomes a day off', 'absences become days off'],
  excused: ['absence is excused', 'absences are excused'],
  open: ['absence is removed', 'absences are removed'],
};

/** The sentence of the answer: "600 absences become holidays (20 days, 30 people)." */
export function repairSentence(summary: RepairSummary, becomes: Becomes): string {
  const { absencesRemoved, absencesAdded, excusedRemoved, excusedAdded, visitsOff, visitsDue, others } =
    summary;
  if (summary.days === 0) return 'No recorded days change.';
  const parts: readonly (readonly [count: number, one: string, many: string])[] = [
    [absencesRemoved, ...REMOVED[becomes]],
    [absencesAdded, 'absence is added', 'absences are added'],
    [excusedRemoved, 'excuse is no longer needed', 'excuses are no longer needed'],
    [becomes === 'excused' ? 0 : excusedAdded, 'day is excused', 'days are excused'],
    [visitsOff, 'visit becomes a visit on a day off', 'visits become visits on a day off'],
    [visitsDue, 'visit counts again', 'visits count again'],
    [others, 'day gets a different status or reason', 'days get a different status or reason'],
  ];
  const said = parts.filter(([count]) => count > 0).map((part) => countOf(...part));
  const where = `${countOf(summary.days, 'day', 'days')}, ${countOf(summary.people, 'person', 'people')}`;
  return `${said.join(', ')} (${where}).`;
}
