import type { AttendanceDay, NewCheckIn } from '../attendance/attendance.types.ts';
import { deriveDay } from '../attendance/attendance-day.rules.ts';
import {
  addDays,
  eachDay,
  type LocalDate,
  minutesOf,
  monthOf,
  timeOfMinutes,
  weekdayOf,
} from '../kernel/local-date.ts';
import { endOfDay, type Zone } from '../kernel/zones/zone.ts';
import type { TimeSettings } from '../settings/settings.types.ts';

interface DemoPerson {
  readonly id: number;
  readonly code: string;
}

interface Plan {
  readonly people: readonly DemoPerson[];
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** No check-in is later than this. */
  readonly now: Date;
  readonly zone: Zone;
  readonly rule: TimeSettings;
  readonly workingDays: readonly number[];
  /** Who has not arrived today. */
  readonly unseenToday: string | null;
}

/** Draws one day of a person from their own reliability and usual arrival time; null for an absence. */
function drawDay(person: DemoPerson, date: LocalDate, plan: Plan): { arrival: number; leave: number } | null {
  const traits = seededRandom('demo', person.code);
  const reliability = 0.7 + 0.29 * traits.next() ** 0.5;
  const usualOffset = -22 + 20 * traits.next();
  const day = seededRandom('demo', person.code, date);
  // Attendance of everybody is lower on Mondays, on rainy days and in months with flu.
  const monday = weekdayOf(date) === 1 ? 0.04 : 0;
  const rain = 0.12 * seededRandom('demo', date).next() ** 3;
  const flu = 0.18 * seededRandom('demo month', monthOf(date)).next() ** 2;
  if (day.next() > reliability - monday - rain - flu) return null;
  const arrival = minutesOf(plan.rule.startTime) + usualOffset + 9 * day.normal();
  return { arrival: Math.max(360, arrival), leave: 930 + 25 * day.normal() };
}

/** Generates check-ins and days of the demo people for a range of dates. */
export function demoAttendance(plan: Plan): { checkIns: NewCheckIn[]; days: AttendanceDay[] } {
  const checkIns: NewCheckIn[] = [];
  const days: AttendanceDay[] = [];
  const today = plan.zone.dateOf(plan.now);
  const openDays = eachDay(plan.from, plan.to).filter((date) => plan.workingDays.includes(weekdayOf(date)));
  for (const date of openDays) {
    for (const person of plan.people) {
      const isUnseen = date === today && person.code === plan.unseenToday;
      const drawn = isUnseen ? null : drawDay(person, date, plan);
      const dayCheckIns = (drawn ? [drawn.arrival, drawn.leave] : [])
        .map((minutes) => new Date(plan.zone.instantOf(date, timeOfMinutes(minutes)).getTime()))
        .filter((at) => at <= plan.now)
        .map(
          (at): NewCheckIn => ({
            personId: person.id,
            at,
            date,
            means: 'demo',
            score: null,
            rule: plan.rule,
          }),
        );
      const derived = deriveDay(
        {
          personId: person.id,
          date,
          checkIns: dayCheckIns,
          rule: plan.rule,
          correction: null,
          registeredOn: addDays(plan.from, -1),
          leaveNotedAt: null,
          calendar: 'open',
          classAbsence: null,
          fixedAbsence: null,
          closedAt: date < today ? endOfDay(plan.zone, date) : null,
        },
        plan.zone,
      );
      checkIns.push(...dayCheckIns);
      if (derived) days.push(derived);
    }
  }
  return { checkIns, days };
}

/** Deterministic random numbers: the same seed gives the same demo school everywhere. */
interface SeededRandom {
  /** 0 <= x < 1 */
  next(): number;
  /** Around zero, mostly within ±2. */
  normal(): number;
}

function seededRandom(...seed: (string | number)[]): SeededRandom {
  let state = 2166136261;
  for (const char of seed.join('|')) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
