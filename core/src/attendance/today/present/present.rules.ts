import type { LocalDate } from '../../../kernel/local-date.ts';
import type { Zone } from '../../../kernel/zone.ts';
import type { Direction } from '../../attendance.types.ts';
import type { PersonSigns, PresenceSource } from './present.ports.ts';

/** Something that shows whether a person is in. */
interface Sign {
  readonly at: Date;
  readonly direction: Direction;
  readonly by: PresenceSource;
  readonly place: string | null;
}

/** Where somebody was last seen today. `left`: they were in, and went. */
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
function timeOfMark(
  { markedAt, endTime }: PersonSigns['classMarks'][number],
  date: LocalDate,
  zone: Zone,
): Date {
  const end = endTime === null ? markedAt : zone.instantOf(date, endTime);
  return end < markedAt ? end : markedAt;
}

/** Whoever is marked absent or excused by hand is not here from that moment on. */
function signOfCorrection(
  { wanted, time, decidedAt }: NonNullable<PersonSigns['correction']>,
  date: LocalDate,
  zone: Zone,
): Sign {
  const isHere = wanted === 'present' || wanted === 'late';
  const at = isHere && time !== null ? zone.instantOf(date, time) : decidedAt;
  return { at, direction: isHere ? 'in' : 'out', by: 'hand', place: null };
}

/**
 * Where somebody is: the last sign of the day decides. Of two at the same moment the one that says in does, because a
 * list for a fire names rather one person too many. A sheet that says absent is no sign: the person may be elsewhere
 * in the building.
 */
export function presenceOf(person: PersonSigns, date: LocalDate, zone: Zone): Presence {
  const signs: Sign[] = [
    ...person.checkIns.map(({ at, direction, isAtKiosk, place }) => ({
      at,
      direction: direction ?? ('in' as const),
      by: isAtKiosk ? ('kiosk' as const) : ('own' as const),
      place,
    })),
    ...person.classMarks.map((mark) => ({
      at: timeOfMark(mark, date, zone),
      direction: 'in' as const,
      by: 'class' as const,
      place: mark.className,
    })),
    ...(person.correction ? [signOfCorrection(person.correction, date, zone)] : []),
  ];
  // An absence that somebody entered is no departure of somebody who never came.
  if (signs.every(({ direction, by }) => direction === 'out' && by === 'hand')) return { state: 'not_seen' };
  const inFirst = ({ direction }: Sign): number => (direction === 'in' ? 0 : 1);
  const [last] = signs.toSorted((a, b) => b.at.getTime() - a.at.getTime() || inFirst(a) - inFirst(b));
  if (!last) return { state: 'not_seen' };
  const { at, by, place } = last;
  return { state: last.direction === 'in' ? 'in' : 'left', at, by, place };
}
