import type { AttendanceDay, NewCheckIn } from '../attendance/attendance.types.ts';
import { deriveDay } from '../attendance/attendance-day.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { eachDay, type LocalDate, minutesOf, monthOf, timeOfMinutes, weekdayOf } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import { seededRandom } from './seeded-random.ts';

interface DemoPerson {
  readonly id: number;
  readonly code: string;
}

interface Plan {
  readonly people: readonly DemoPerson[];
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Nobody is seen in the future. */
  readonly now: Date;
  readonly zone: Zone;
  readonly rule: TimeSettings;
  readonly workingDays: readonly number[];
}

/** Each person has a temper of their own: how often they come and how early. Each day is drawn from it. */
function drawDay(person: DemoPerson, date: LocalDate, plan: Plan): { arrival: number; leave: number } | null {
  const temper = seededRandom('demo', person.code);
  const reliability = 0.7 + 0.29 * temper.next() ** 0.5;
  const habit = -22 + 20 * temper.next();
  const day = seededRandom('demo', person.code, date);
  // Some days are hard for everybody: Mondays, rain, the weeks the flu goes round.
  const monday = weekdayOf(date) === 1 ? 0.04 : 0;
  const rain = 0.12 * seededRandom('demo', date).next() ** 3;
  const flu = 0.18 * seededRandom('demo month', monthOf(date)).next() ** 2;
  if (day.next() > reliability - monday - rain - flu) return null;
  const arrival = minutesOf(plan.rule.startTime) + habit + 9 * day.normal();
  return { arrival: Math.max(360, arrival), leave: 930 + 25 * day.normal() };
}

export function demoAttendance(plan: Plan): { checkIns: NewCheckIn[]; days: AttendanceDay[] } {
  const checkIns: NewCheckIn[] = [];
  const days: AttendanceDay[] = [];
  const today = plan.zone.dateOf(plan.now);
  const openDays = eachDay(plan.from, plan.to).filter((date) => plan.workingDays.includes(weekdayOf(date)));
  for (const date of openDays) {
    for (const person of plan.people) {
      const drawn = drawDay(person, date, plan);
      const seen = (drawn ? [drawn.arrival, drawn.leave] : [])
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
      const verdict = deriveDay(
        {
          personId: person.id,
          date,
          checkIns: seen,
          rule: plan.rule,
          correction: null,
          isOnLeave: false,
          calendar: 'open',
          inClass: null,
          isClosed: date < today,
          before: null,
        },
        plan.zone,
      );
      checkIns.push(...seen);
      if (verdict) days.push(verdict);
    }
  }
  return { checkIns, days };
}
