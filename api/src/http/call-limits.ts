import type { KioskActor } from '@rollcall/core/attendance/kiosk/kiosk.types';
import { networkOf } from '@rollcall/core/auth/guessing.rules';
import type { Actor } from '@rollcall/core/kernel/access';
import { AppError } from '@rollcall/core/kernel/errors';
import { type CallCounter, type CallRule, memoryCounter, type NewCallCounter } from './call-counter.ts';
import { createTurns, type Turns } from './turns.ts';

const MINUTE = 60;
const HOUR = 3600;

interface Places {
  readonly running: number;
  readonly waiting: number;
}

interface RateRule {
  readonly calls: number;
  readonly seconds: number;
  /** How many calls of one person run at once, and how many wait. */
  readonly perPerson?: Places;
  /** The same for all members together, and for all others. Behind `perPerson`: each waits here with one call at a time. */
  readonly together?: { readonly members: Places; readonly others: Places };
}

/**
 * Limits of costly calls, per person: far above what a page does, far below what keeps others waiting. One address may
 * make `ADDRESS_FACTOR` times as many, because a whole school can be behind one.
 */
const RATE_RULES = {
  /** Marking oneself by face. */
  'own-face': { calls: 60, seconds: MINUTE, perPerson: { running: 1, waiting: 4 } },
  /** Enrolment and class photos; several stations may share the administrator's account. */
  faces: { calls: 240, seconds: MINUTE, perPerson: { running: 3, waiting: 12 } },
  scans: { calls: 60, seconds: MINUTE },
  corrections: { calls: 30, seconds: HOUR },
  uploads: { calls: 120, seconds: HOUR, perPerson: { running: 2, waiting: 2 } },
  /** What a kiosk asks, per kiosk: a queue at the door is twenty people a minute. */
  kiosk: { calls: 240, seconds: MINUTE, perPerson: { running: 2, waiting: 8 } },
  /**
   * A PDF is drawn on the thread that answers everybody. A report of one's own takes a moment, and a whole school may
   * ask for it on one day; one of everybody takes seconds and must not keep the others waiting, nor wait for them.
   */
  reports: {
    calls: 60,
    seconds: MINUTE,
    perPerson: { running: 1, waiting: 4 },
    together: { members: { running: 1, waiting: 400 }, others: { running: 1, waiting: 40 } },
  },
} as const satisfies Record<string, RateRule>;

export type RateKind = keyof typeof RATE_RULES;

const ADDRESS_FACTOR = 50;

/** Calls of one API token: a program that asks in a loop waits, and people do not. */
const TOKEN_CALLS = { points: 600, duration: MINUTE };

/** Codes that devices of one network may ask for, to become kiosks. */
const PAIRINGS = { points: 30, duration: 10 * MINUTE };

/** Bodies that are sent without signing in from one network: a school whose people all sign in within a minute sends fewer. */
const PUBLIC_BODIES = { points: 6000, duration: MINUTE };

/** Refused faces and failed challenges of one person before they have to wait. */
const REFUSALS = { points: 15, duration: 10 * MINUTE };

const secondsUntil = ({ msLeft }: { readonly msLeft: number }): number =>
  Math.max(1, Math.ceil(msLeft / 1000));

/** Throws when the limit is used up; counts the call in any case. */
function createConsume(newCounter: NewCallCounter, name: string, rule: CallRule) {
  const counter = newCounter(name, rule);
  return async (key: string): Promise<void> => {
    const counted = await counter.add(key);
    if (counted.used > rule.points)
      throw new AppError('too_many_requests', { retryAfterSeconds: secondsUntil(counted) });
  };
}

/** Whoever makes calls that are counted. */
type Limited = Pick<Actor, 'personId' | 'role'> | Pick<KioskActor, 'kioskId'>;

function createLimit(newCounter: NewCallCounter, kind: RateKind) {
  const { calls, seconds, perPerson, together }: RateRule = RATE_RULES[kind];
  const countPerson = createConsume(newCounter, `${kind} of a person`, { points: calls, duration: seconds });
  const countAddress = createConsume(newCounter, `${kind} of an address`, {
    points: calls * ADDRESS_FACTOR,
    duration: seconds,
  });
  const own: Turns | null = perPerson ? createTurns(perPerson) : null;
  const shared = together && { members: createTurns(together.members), others: createTurns(together.others) };

  return async <T>(actor: Limited, address: string, work: () => Promise<T>): Promise<T> => {
    const person = 'kioskId' in actor ? `kiosk ${actor.kioskId}` : String(actor.personId);
    await countPerson(person);
    await countAddress(address);
    const inShared = () =>
      shared
        ? shared['role' in actor && actor.role === 'member' ? 'members' : 'others']('all', work)
        : work();
    return own ? own(person, inShared) : inShared();
  };
}

/** Failed tries of a person. */
function createTries(used: CallCounter, rule: CallRule) {
  return {
    /** Throws when there were too many lately. */
    async assertFew({ personId }: Actor): Promise<void> {
      const tries = await used.get(String(personId));
      if (!tries || tries.used < rule.points) return;
      throw new AppError('too_many_attempts', { retryAfterSeconds: secondsUntil(tries) });
    },

    count: async ({ personId }: Actor): Promise<void> => void (await used.add(String(personId))),
  };
}

/**
 * Limits of calls per person and address, in the memory of this process unless the host counts elsewhere
 * (docs/decisions/0033 and 0064). Turns are of this process in any case, as are the threads they protect.
 */
export function createCallLimits(newCounter: NewCallCounter = memoryCounter) {
  const limits = {
    'own-face': createLimit(newCounter, 'own-face'),
    faces: createLimit(newCounter, 'faces'),
    scans: createLimit(newCounter, 'scans'),
    corrections: createLimit(newCounter, 'corrections'),
    uploads: createLimit(newCounter, 'uploads'),
    kiosk: createLimit(newCounter, 'kiosk'),
    reports: createLimit(newCounter, 'reports'),
  } satisfies Record<RateKind, unknown>;
  const countPairingOf = createConsume(newCounter, 'pairings', PAIRINGS);
  const countPublicBodyOf = createConsume(newCounter, 'public bodies', PUBLIC_BODIES);
  const countTokenCall = createConsume(newCounter, 'calls of a token', TOKEN_CALLS);

  return {
    /** Counts a call and runs it, after those of the same person that are before it. */
    run: <T>(kind: RateKind, actor: Limited, address: string, work: () => Promise<T>): Promise<T> =>
      limits[kind](actor, address, work),

    /** Counts a call of an API token; those of sessions are not counted. */
    async countToken({ tokenId }: Actor): Promise<void> {
      if (tokenId !== undefined) await countTokenCall(String(tokenId));
    },

    /** Counts by network: one host has all addresses of an IPv6 network. */
    countPairing: (address: string): Promise<void> => countPairingOf(networkOf(address)),

    countPublicBody: (address: string): Promise<void> => countPublicBodyOf(networkOf(address)),

    /** Refused faces of a person lately, each an entry of the audit. */
    refusedFaces: createTries(newCounter('refused faces', REFUSALS), REFUSALS),
  };
}

export type CallLimits = ReturnType<typeof createCallLimits>;
