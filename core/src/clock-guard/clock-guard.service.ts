import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { Events } from '../events/events.ports.ts';
import { type Actor, isAdministrator } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Transact } from '../kernel/transact.ts';
import type { ClockGuardRepos, ReferenceClocks } from './clock-guard.ports.ts';
import {
  AGREEMENT_MS,
  databaseAgrees,
  databaseIsNear,
  describeDoubt,
  deviceAgrees,
  devicesAgree,
  findDoubt,
  isForWitnesses,
  isLoopback,
  JUMP_MS,
  offsetOf,
  wentOnEvenly,
} from './clock-guard.rules.ts';
import type {
  ClockReading,
  ClockStatus,
  ClockWitness,
  DatabaseReading,
  DeviceReport,
} from './clock-guard.types.ts';

type Repos = AuditRepos & ClockGuardRepos;

interface Needs {
  readonly clock: Clock;
  readonly referenceClocks: ReferenceClocks;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
}

/** An administrator, the command line, or the server itself. */
type Confirmer = Pick<Actor, 'name' | 'address'> & { readonly personId: number | null };

/** The last known time is saved this often. */
const SAVE_MS = 60_000;
const SERVER: Confirmer = { personId: null, name: 'Rollcall', address: 'server' };

/**
 * Decides whether the server's clock may close days and delete what is old (docs/decisions/0026). The state belongs to
 * this process: another server with a right clock goes on.
 */
export function createClockGuard({ clock, referenceClocks, repos, transact, events }: Needs) {
  const listeners = new Set<(status: ClockStatus) => void>();
  const reports = new Map<number, DeviceReport>();
  let anchor: ClockReading | null = null;
  let first: ClockReading | null = null;
  let acceptedDifference = 0;
  let savedAt: number | null = null;
  let doubted: Extract<ClockStatus, { state: 'doubted' }> | null = null;
  let checking: Promise<boolean> | null = null;
  let believing: Promise<void> | null = null;

  const read = (): ClockReading => ({ wall: clock.now().getTime(), steady: referenceClocks.steadyMs() });

  const status = (): ClockStatus => {
    const serverTime = clock.now();
    return doubted ? { ...doubted, serverTime } : { state: 'trusted', serverTime };
  };

  const announce = () => {
    for (const listener of listeners) listener(status());
    events.publish({ topic: 'settings', personId: null });
  };

  /** Believes the clock as it is now, on somebody's word, and starts to compare from here. */
  const believeNow = async (witness: ClockWitness, by: Confirmer) => {
    const doubt = doubted?.doubt;
    if (!doubt) return;
    const database = await referenceClocks.readDatabase();
    const now = read();
    const time = new Date(now.wall);
    await transact(async (tx) => {
      await tx.knownTime.set(time);
      const detail = { time: time.toISOString(), witness, reason: doubt.reason, doubt: describeDoubt(doubt) };
      const entry = auditEntry({ ...by, personId: by.personId ?? 0 }, time, 'clock_confirmed', null, detail);
      await tx.audit.insert({ ...entry, actorId: by.personId });
    });
    anchor = now;
    first = now;
    savedAt = now.wall;
    acceptedDifference = database ? now.wall - database.time : 0;
    doubted = null;
    reports.clear();
    announce();
  };

  /** Once, however many devices agree at the same moment. */
  const believe = (witness: ClockWitness, by: Confirmer): Promise<void> => {
    believing ??= believeNow(witness, by).finally(() => {
      believing = null;
    });
    return believing;
  };

  const trust = async (now: ClockReading) => {
    const wasDoubted = doubted !== null;
    // After a jump that the last known time explains, such as a sleep, drift is counted from here.
    if (first === null || !wentOnEvenly(first, now)) first = now;
    anchor = now;
    doubted = null;
    reports.clear();
    if (savedAt === null || Math.abs(now.wall - savedAt) >= SAVE_MS) {
      await repos.knownTime.advance(new Date(now.wall));
      savedAt = now.wall;
    }
    if (wasDoubted) announce();
  };

  const check = async (): Promise<boolean> => {
    const lastKnown = (await repos.knownTime.get())?.getTime() ?? null;
    const database: DatabaseReading | null = await referenceClocks.readDatabase();
    const now = read();
    const doubt = findDoubt({ now, anchor, first, lastKnown, database, acceptedDifference });
    if (!doubt) {
      // The database's clock was mended: from now on it counts again.
      if (database && databaseIsNear(now, database)) acceptedDifference = 0;
      await trust(now);
      return true;
    }
    const isNew = doubted === null;
    doubted = {
      state: 'doubted',
      serverTime: doubt.to,
      doubt,
      since: doubted?.since ?? doubt.to,
    };
    const mayDecide = doubt.reason !== 'differs_from_database' && isForWitnesses(doubt);
    if (mayDecide && databaseAgrees(now, database)) {
      await believe('database', SERVER);
      return true;
    }
    if (isNew) announce();
    return false;
  };

  const isTrusted = async (used?: Date): Promise<boolean> => {
    if (!referenceClocks.isGuarded) return true;
    checking ??= check().finally(() => {
      checking = null;
    });
    if (!(await checking)) return false;
    return used === undefined || anchor === null || used.getTime() <= anchor.wall + AGREEMENT_MS;
  };

  const believeDevices = async () => {
    // The clock may have been set further since the last check.
    if (await isTrusted()) return;
    if (doubted && isForWitnesses(doubted.doubt)) await believe('devices', SERVER);
  };

  return {
    isTrusted,
    status,

    /** Calls the listener when the clock becomes doubted or trusted. */
    follow(listener: (status: ClockStatus) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Takes an administrator's word that the clock is right. `shown` is the time they were shown. */
    async confirm(by: Confirmer, shown: Date): Promise<ClockStatus> {
      await isTrusted();
      if (!doubted) return status();
      if (Math.abs(clock.now().getTime() - shown.getTime()) > JUMP_MS)
        throw new AppError('conflict', {
          message: 'The clock has changed. Please check the time again.',
        });
      await believe('administrator', by);
      return status();
    },

    /**
     * Notes the clock of a signed-in person's device. While the server's clock is doubted, an administrator's device
     * or three people's that agree with it end a doubt of days. A browser on the server's own machine proves nothing.
     */
    async hear(actor: Actor, deviceTime: number): Promise<void> {
      if (!doubted || !isForWitnesses(doubted.doubt)) return;
      if (isLoopback(actor.address) || referenceClocks.isOwnAddress(actor.address)) return;
      const now = read();
      if (!deviceAgrees(now, deviceTime)) return;
      const { personId, role } = actor;
      reports.set(personId, { personId, isAdmin: isAdministrator(role), offset: offsetOf(now) });
      // A database that cannot be written now must not fail the request; the next one tries again.
      if (devicesAgree(now, reports.values())) await believeDevices().catch(() => {});
    },
  };
}

export type ClockGuard = ReturnType<typeof createClockGuard>;
