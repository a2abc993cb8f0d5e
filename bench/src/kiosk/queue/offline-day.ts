import type { SealedEvidence } from '@rollcall/core/attendance/kiosk/queue/evidence.rules';
import type { Comer, Door, Doors } from './open-doors.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WRONG_CLOCK_MS = -2 * HOUR;
const MISTYPED = 0.03;
const PRANK_TRIES = 40;

/** What happened at a door. `right`: shown by its person, with nothing wrong: it has to be counted. */
export type Kind = 'right' | 'mistyped' | 'prank' | 'after a gap' | 'wrong clock' | 'too old';

export interface Written {
  readonly hash: string;
  readonly kind: Kind;
  /** Null for a prank. */
  readonly code: string | null;
}

export interface DayLog {
  readonly written: readonly Written[];
  readonly forged: number;
  /** Entries that were deleted on a tablet. */
  readonly deleted: number;
  readonly sentTwice: number;
  readonly refusedWithoutKey: number;
}

type Body = Awaited<ReturnType<Door['queue']['write']>>;
interface Waiting {
  readonly body: Body;
  readonly entry: Written;
  readonly isForged: boolean;
}

/** One digit of a PIN is another. */
const mistype = (pin: string): string => `${pin.slice(0, -1)}${(Number(pin.at(-1)) + 1) % 10}`;

/**
 * A day without a network: people come, some play, and in the afternoon the tablets send everything. `worse` makes
 * everything that goes wrong as many times as likely.
 */
export async function offlineDay(doors: Doors, random: () => number, worse = 1): Promise<DayLog> {
  const { clock, one, two, blind, people } = doors;
  const happens = (share: number): boolean => random() < share;
  const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty here
  const waiting = new Map<Door, Waiting[]>(doors.doors.map((door) => [door, []]));
  const log = { forged: 0, deleted: 0, sentTwice: 0, refusedWithoutKey: 0 };
  const clockDoor = happens(0.1 * worse) ? anyOf(doors.doors) : null;
  const prankDoor = happens(0.3 * worse) ? anyOf(doors.doors) : null;
  const isLate = happens(0.03);

  const write = async (door: Door, evidence: SealedEvidence, kind: Kind, code: string | null) => {
    const isWrong = door === clockDoor && kind === 'right';
    const head = { basis: 'device' as const, takenAt: clock.now().getTime() + WRONG_CLOCK_MS };
    const body = await door.queue.write(evidence, isWrong ? { head } : {});
    const { previous: hash } = door.queue.state();
    const known: Kind = isWrong ? 'wrong clock' : isLate && kind === 'right' ? 'too old' : kind;
    waiting.get(door)?.push({ body, entry: { hash, kind: known, code }, isForged: false });
  };

  const come = async (comer: Comer): Promise<void> => {
    clock.advance(Math.floor(random() * 4 * MINUTE));
    const door = anyOf(doors.doors);
    if (happens(0.5)) return write(door, { means: 'card', scanned: comer.card }, 'right', comer.code);
    const isWrong = happens(MISTYPED);
    const pin = isWrong ? mistype(comer.pin) : comer.pin;
    await write(door, { means: 'pin', user_id: comer.code, pin }, isWrong ? 'mistyped' : 'right', comer.code);
  };

  for (const comer of people) {
    if (comer === people[Math.floor(people.length / 3)] && prankDoor)
      for (let at = 0; at < PRANK_TRIES; at += 1) {
        clock.advance(3_000);
        await write(prankDoor, { means: 'pin', user_id: `NOBODY-${at}`, pin: '4711' }, 'prank', null);
      }
    if (happens(0.9)) await come(comer);
  }

  // Before the network is back, cards and PINs change and ways are switched off.
  clock.advance(HOUR);
  for (const comer of people) {
    if (happens(0.02)) await doors.choosePin(comer);
    if (happens(0.02)) await doors.giveCard(comer);
  }
  const closed = happens(0.1) ? anyOf(doors.doors) : null;
  await closed?.setMeans(['card']);
  clock.advance(isLate ? 4 * 24 * HOUR : 2 * HOUR);
  if (clockDoor) clockDoor.queue.reload();

  for (const [door, entries] of waiting) {
    const kept = tamper(entries, happens, random, worse, log);
    for (const { body, entry, isForged } of kept) {
      if (happens(0.05 * worse)) {
        door.device.talkTo(blind);
        const { status } = await door.queue.send(body, { driftMs: WRONG_CLOCK_MS });
        if (status === 503) log.refusedWithoutKey += 1;
        else if (!isForged) throw new Error(`A server without the key answered ${status}.`);
      }
      door.device.talkTo(anyOf([one, two]));
      const send = () => door.queue.send(body, { driftMs: door === clockDoor ? WRONG_CLOCK_MS : 0 });
      // The answer is lost, or a second tab sends the same: the tablet sends again what it does not know to be taken.
      const isTwice = happens(0.05);
      if (isTwice) log.sentTwice += 1;
      if (isTwice) await Promise.all([send(), send()]);
      let answer = await send();
      for (let tries = 0; answer.status !== 200 && tries < 5; tries += 1) answer = await send();
      if (answer.status !== 200) throw new Error(`${entry.kind}: ${JSON.stringify(answer.body)}`);
      clock.advance(250);
    }
    door.device.talkTo(one);
  }
  await closed?.setMeans(closed.means);
  const written = [...waiting.values()].flatMap((entries) =>
    entries.filter(({ isForged }) => !isForged).map(({ entry }) => entry),
  );
  return { ...log, written };
}

/** A person with access to the tablet deletes an entry, or sends altered copies before the originals. */
function tamper(
  entries: Waiting[],
  happens: (share: number) => boolean,
  random: () => number,
  worse: number,
  log: { forged: number; deleted: number },
): readonly Waiting[] {
  if (entries.length > 4 && happens(0.05 * worse)) {
    const at = 1 + Math.floor(random() * (entries.length - 2));
    entries.splice(at, 1);
    const next = entries[at];
    if (next) {
      const { entry } = next;
      entries[at] = {
        ...next,
        entry: { ...entry, kind: entry.kind === 'right' ? 'after a gap' : entry.kind },
      };
    }
    log.deleted += 1;
  }
  const [first, second] = entries;
  if (!first || !second || !happens(0.1 * worse)) return entries;
  log.forged += 3;
  const copy = (body: Waiting['body']): Waiting => ({ ...first, body, isForged: true });
  return [
    copy({ ...first.body, number: 900_000_000 }),
    copy({ ...first.body, taken_at: first.body.taken_at - HOUR }),
    copy({ ...first.body, signature: second.body.signature }),
    ...entries,
  ];
}
