import { addDays, type LocalDate } from '../../../kernel/local-date.ts';
import type { Zone } from '../../../kernel/zones/zone.ts';
import type { Direction } from '../../attendance.types.ts';
import { passagesOf } from '../../kiosk/passages.rules.ts';
import type { CheckInSign, PersonSigns, PresenceSource } from './present.ports.ts';

/** How long a sign of the day before counts: a person who came in the evening is in for the night. */
export const SIGN_COUNTS_MS = 16 * 60 * 60_000;

/** Something that shows whether a person is in. */
interface Sign {
  readonly at: Date;
  readonly date: LocalDate;
  readonly direction: Direction;
  readonly by: PresenceSource;
  readonly place: string | null;
}

/** Where a person was last seen. `left`: they were in, and went today. */
export type Presence =
  | {
      readonly state: 'in' | 'left';
      readonly at: Date;
      readonly by: PresenceSource;
      /** Of a kiosk, or the name of a class. */
      readonly place: string | null;
    }
  | { readonly state: 'not_seen' };

/** A sheet says who sits there while it is filled in; saved later, it says nothing about the time after the class. */
function timeOfMark({ date, markedAt, endTime }: PersonSigns['classMarks'][number], zone: Zone): Date {
  const end = endTime === null ? markedAt : zone.instantOf(date, endTime);
  return end < markedAt ? end : markedAt;
}

/** Whoever is marked absent or excused by hand is not here from that moment on. */
function signOfCorrection(
  { date, wanted, time, decidedAt }: PersonSigns['corrections'][number],
  zone: Zone,
): Sign {
  const isHere = wanted === 'present' || wanted === 'late';
  const at = isHere && time !== null ? zone.instantOf(date, time) : decidedAt;
  return { at, date, direction: isHere ? 'in' : 'out', by: 'hand', place: null };
}

/** The check-ins of one day, of those that repeat each other the first. */
function passagesOn(checkIns: readonly CheckInSign[], day: LocalDate): Sign[] {
  const on = (wanted: LocalDate) => checkIns.filter(({ date }) => date === wanted);
  return passagesOf(on(day), on(addDays(day, -1))).flatMap(({ checkIn, direction, isRepeat }) => {
    const { at, date, isAtKiosk, place } = checkIn;
    return isRepeat
      ? []
      : [{ at, date, direction, by: isAtKiosk ? ('kiosk' as const) : ('own' as const), place }];
  });
}

/**
 * Where a person is: the last sign decides, of today or of the sixteen hours before. Of two at the same moment the one that
 * says in does, because a list for a fire names rather one person too many. A sheet that says absent is no sign: the person
 * may be elsewhere in the building. A person who went before today is not seen today.
 */
export function presenceOf(person: PersonSigns, date: LocalDate, now: Date, zone: Zone): Presence {
  const since = now.getTime() - SIGN_COUNTS_MS;
  const signs: Sign[] = [
    ...passagesOn(person.checkIns, addDays(date, -1)),
    ...passagesOn(person.checkIns, date),
    ...person.classMarks.map((mark) => ({
      at: timeOfMark(mark, zone),
      date: mark.date,
      direction: 'in' as const,
      by: 'class' as const,
      place: mark.className,
    })),
    ...person.corrections.map((correction) => signOfCorrection(correction, zone)),
  ].filter((sign) => sign.date === date || sign.at.getTime() > since);
  // An absence that somebody entered is no departure of somebody who never came.
  const ofToday = signs.filter((sign) => sign.date === date);
  const isAbsence = ({ direction, by }: Sign): boolean => direction === 'out' && by === 'hand';
  if (ofToday.length > 0 && ofToday.every(isAbsence)) return { state: 'not_seen' };
  const inFirst = ({ direction }: Sign): number => (direction === 'in' ? 0 : 1);
  const [last] = signs.toSorted((a, b) => b.at.getTime() - a.at.getTime() || inFirst(a) - inFirst(b));
  if (!last || (last.direction === 'out' && last.date !== date)) return { state: 'not_seen' };
  const { at, by, place } = last;
  return { state: last.direction === 'in' ? 'in' : 'left', at, by, place };
}
