import { type LocalTime, minutesOf, timeOfMinutes } from '../../kernel/local-date.ts';
import type { Zone } from '../../kernel/zones/zone.ts';
import type { Today } from '../../settings/settings.ports.ts';
import type { TimeSettings } from '../../settings/settings.types.ts';
import type { Correction } from '../attendance.types.ts';
import { ruleOnDay } from '../attendance-day.rules.ts';
import type { StateCount, TodayState } from './today.ports.ts';

/** How long whoever made an entry may take it back, as the screen says. */
export const UNDO_SECONDS = 60;
/** The way there and back, and a finger that hesitates. */
const UNDO_SLACK_SECONDS = 15;

/** Whether an entry may still be taken back, by the server's clock. A clock that was set back does not close it. */
export const isUndoable = (madeAt: Date, now: Date): boolean =>
  now.getTime() - madeAt.getTime() <= (UNDO_SECONDS + UNDO_SLACK_SECONDS) * 1000;

/** Whether somebody entered this directly; an accepted request of somebody else is not such an entry. */
export const isByHand = ({ askedBy, decidedBy }: Pick<Correction, 'askedBy' | 'decidedBy'>): boolean =>
  askedBy === decidedBy;

/** When people are due and until when they are on time, as clocks show it on the day. */
export function dueTimes(rule: TimeSettings, { date, zone }: { date: Today['date']; zone: Zone }) {
  const { startTime, graceMinutes } = ruleOnDay(rule, date, zone);
  return { startTime, onTimeUntil: timeOfMinutes(minutesOf(startTime) + graceMinutes) };
}

/** A rate exists from the first due minute of a working day. */
export const isRateKnown = (today: Today, startTime: LocalTime): boolean =>
  today.isWorkingDay && today.zone.minutesOf(today.now) >= minutesOf(startTime);

export interface TodayFigures {
  /** Everybody within reach, expected or not. */
  readonly people: number;
  /** Who should be here: everybody due who is not excused. */
  readonly expected: number;
  /** On time. */
  readonly here: number;
  readonly late: number;
  readonly notYet: number;
  readonly absent: number;
  readonly excused: number;
  /** Who came on a day off. */
  readonly visits: number;
  /** Who was registered today and is expected from tomorrow on. */
  readonly notDue: number;
}

export function figuresOf(counts: readonly StateCount[]): TodayFigures {
  const of = (state: TodayState): number => counts.find((each) => each.state === state)?.people ?? 0;
  const [here, late, notYet, absent] = [of('here'), of('late'), of('not_yet'), of('absent')];
  return {
    people: counts.reduce((sum, { people }) => sum + people, 0),
    expected: here + late + notYet + absent,
    here,
    late,
    notYet,
    absent,
    excused: of('excused'),
    visits: counts.find(({ state }) => state === 'day_off')?.seen ?? 0,
    notDue: of('not_due'),
  };
}
