import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' };
import { createZoneFrom, type Zone, type ZoneOffsets } from './zone.ts';

/**
 * The time zones of the world, from a pinned package: the data of Node, of browsers and of databases differ from each
 * other after every change of a law (docs/decisions/0071).
 */
export const ZONE_DATA_VERSION: string = packed.version;

const MINUTE_MS = 60_000;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';
/** The last year of the package's changes, and the last for which they are continued. */
const LAST_YEAR = 2037;
const CONTINUED_UNTIL = 2100;

/** A number of the package: sixty digits, with a fraction, minutes in most places. */
function numberOf(text: string): number {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit);
  let unit = 1;
  for (const digit of fraction) {
    unit /= 60;
    value += DIGITS.indexOf(digit) * unit;
  }
  return text.startsWith('-') ? -value : value;
}

const firstOfMarch = (year: number): number => Date.UTC(year, 2, 1);
const weekdayOfMarch = (year: number): number => new Date(firstOfMarch(year)).getUTCDay();

/** The year from March on, of the last eleven with changes, that has the same weekdays: each of the seven is among them. */
function yearLike(year: number): number {
  let like = LAST_YEAR;
  while (weekdayOfMarch(like) !== weekdayOfMarch(year)) like -= 1;
  return like;
}

/** Clocks that are still changed in the last year of the data are changed by the same rule afterwards. */
function continued({ name, changes, offsets }: ZoneOffsets): ZoneOffsets {
  if ((changes.at(-1) ?? 0) < firstOfMarch(LAST_YEAR)) return { name, changes, offsets };
  const recent = changes
    .map((change, index) => ({ change, offset: offsets[index + 1] ?? 0 }))
    .filter(({ change }) => change >= firstOfMarch(LAST_YEAR - 10));
  const later = Array.from({ length: CONTINUED_UNTIL - LAST_YEAR }, (_, index) => {
    const year = LAST_YEAR + 1 + index;
    const like = yearLike(year);
    const [from, until] = [firstOfMarch(like), firstOfMarch(like + 1)];
    const shift = firstOfMarch(year) - from;
    return recent
      .filter(({ change }) => change >= from && change < until)
      .map(({ change, offset }) => ({ change: change + shift, offset }));
  }).flat();
  return {
    name,
    changes: [...changes, ...later.map(({ change }) => change)],
    offsets: [...offsets, ...later.map(({ offset }) => offset)],
  };
}

/** `name|abbreviations|offsets west|which offset in each period|minutes between changes|population` */
function unpack(name: string, text: string): ZoneOffsets {
  const [, , west = '', periods = '', differences = ''] = text.split('|');
  const known = west.split(' ').map((offset) => Math.round((0 - numberOf(offset)) * MINUTE_MS));
  const offsets = Array.from(periods, (digit) => known[DIGITS.indexOf(digit)] ?? 0);
  let ms = 0;
  const changes = differences
    .split(' ')
    .filter(Boolean)
    .map((difference) => {
      ms = Math.round(ms + numberOf(difference) * MINUTE_MS);
      return ms;
    });
  return continued({ name, changes, offsets: offsets.length > 0 ? offsets : [known[0] ?? 0] });
}

/** Time zones by their names in small letters: Node and browsers do not tell capitals from small ones either. */
function readNames(): ReadonlyMap<string, string> {
  const names = new Map(
    packed.zones.map((text) => [text.slice(0, text.indexOf('|')).toLowerCase(), text] as const),
  );
  for (const link of packed.links) {
    const [target = '', name = ''] = link.toLowerCase().split('|');
    const found = names.get(target);
    if (found !== undefined) names.set(name, found);
  }
  return names;
}

const names = readNames();

export const isTimeZone = (name: string): boolean => names.has(name.toLowerCase());

/** Fails with a RangeError where there is no such zone. */
export function zoneOffsets(name: string): ZoneOffsets {
  const found = names.get(name.toLowerCase());
  if (found === undefined) throw new RangeError(`There is no time zone ${name.slice(0, 60)}.`);
  return unpack(name, found);
}

export const createZone = (name: string): Zone => createZoneFrom(zoneOffsets(name));
