import type { AttemptRepository, DeviceRepository, SessionRepository } from '@rollcall/core/auth/auth.ports';
import type { Session } from '@rollcall/core/auth/auth.types';
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { type Db, oneOf, writtenRow } from '../../connection.ts';
import { credentials, knownDevices, loginAttempts, sessions } from '../../schema/accounts.schema.ts';
import { people } from '../../schema/institution.schema.ts';
import { lacksFactor } from './factors.repository.ts';

const SESSION = {
  id: sessions.id,
  personId: sessions.personId,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  address: sessions.address,
  userAgent: sessions.userAgent,
  means: sessions.means,
  confirmedAt: sessions.confirmedAt,
  mustChangePassword: sql<boolean>`coalesce(${credentials.mustChange}, false)`,
};

const HOLDER = { id: people.id, name: people.name, code: people.code, role: people.role, kind: people.kind };

export function createSessionRepository(db: Db): SessionRepository {
  const allWhere = (condition: SQL | undefined): Promise<Session[]> =>
    db
      .select(SESSION)
      .from(sessions)
      .leftJoin(credentials, eq(credentials.personId, sessions.personId))
      .where(condition)
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

  /** Made once: every request asks for it, and making the statement takes as long as running it. */
  let prepared: ReturnType<typeof prepareHolders> | undefined;
  const prepareHolders = () =>
    db
      .select({ session: SESSION, person: HOLDER, lacksFactor: lacksFactor(people.id, people.role) })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .leftJoin(credentials, eq(credentials.personId, sessions.personId))
      .where(and(eq(sessions.tokenHash, sql.placeholder('tokenHash')), isNull(people.deletedAt)))
      .prepare('session_of_token');
  const holders = () => {
    prepared ??= prepareHolders();
    return prepared;
  };

  const remove = async (condition: SQL | undefined): Promise<number> =>
    (await db.delete(sessions).where(condition).returning({ id: sessions.id })).length;

  return {
    async insert({ at, ...session }) {
      await db.insert(sessions).values({ ...session, createdAt: at, lastSeenAt: at, confirmedAt: at });
    },

    byTokenHash: async (tokenHash) => (await holders().execute({ tokenHash }))[0] ?? null,
    byIds: (ids) => allWhere(inArray(sessions.id, [...ids])),
    listOf: (personId) => allWhere(eq(sessions.personId, personId)),

    async touch(id, at) {
      await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, id));
    },

    async confirm(id, at) {
      await db.update(sessions).set({ confirmedAt: at }).where(eq(sessions.id, id));
    },

    async lock(id) {
      const rows = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.id, id))
        .for('key share');
      return rows.length > 0;
    },

    async remove(id) {
      await remove(eq(sessions.id, id));
    },

    removeOf: async (personId, id) =>
      (await remove(and(eq(sessions.personId, personId), eq(sessions.id, id)))) > 0,

    removeAllOf: (personId, except) =>
      remove(
        and(eq(sessions.personId, personId), except === undefined ? undefined : ne(sessions.id, except)),
      ),

    removeOlderThan: (idleSince, createdBefore) =>
      remove(or(lt(sessions.lastSeenAt, idleSince), lt(sessions.createdAt, createdBefore))),
  };
}

export function createDeviceRepository(db: Db): DeviceRepository {
  const { id, personId: person, tokenHash: token, usedAt } = knownDevices;
  return {
    async find(personId, tokenHash, usedSince) {
      const [row] = await db
        .select({ id })
        .from(knownDevices)
        .where(and(eq(person, personId), eq(token, tokenHash), gt(usedAt, usedSince)));
      return row?.id ?? null;
    },

    exists: async (tokenHash) => (await db.$count(knownDevices, eq(token, tokenHash))) > 0,

    async remember(personId, tokenHash, at, most) {
      const row = writtenRow(
        await db
          .insert(knownDevices)
          .values({ personId, tokenHash, usedAt: at })
          .onConflictDoUpdate({ target: [person, token], set: { usedAt: at } })
          .returning({ id }),
      );
      await db.execute(sql`delete from known_devices where person_id = ${personId} and id not in (
        select id from known_devices where person_id = ${personId}
        order by id = ${row.id} desc, used_at desc, id desc limit ${most})`);
      return row.id;
    },

    async forgetAllOf(personId, except) {
      await db
        .delete(knownDevices)
        .where(and(eq(person, personId), except === undefined ? undefined : ne(token, except)));
    },

    async removeUnusedSince(at) {
      await db.delete(knownDevices).where(lt(usedAt, at));
    },
  };
}

/** Where a try names no account. */
const NOBODY = 'nobody';

export function createAttemptRepository(db: Db): AttemptRepository {
  const { account, address, deviceId: device, failedAt } = loginAttempts;
  return {
    async lock({ account, network, deviceId }) {
      // Always in this order, so that two servers never wait for each other; a device comes before both.
      const strangers = account === null ? [`network ${network}`] : [`network ${network}`, account];
      const keys = deviceId === null ? strangers : [`device ${deviceId}`];
      for (const key of keys)
        await oneOf(db, sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signIns}, hashtext(${key}))`);
    },

    async past(attempt, since) {
      const rows = await db
        .select({ account, address, at: failedAt })
        .from(loginAttempts)
        .where(
          attempt.deviceId === null
            ? and(
                isNull(device),
                or(
                  attempt.account === null
                    ? undefined
                    : and(eq(account, attempt.account), gt(failedAt, since.account)),
                  and(eq(address, attempt.network), gt(failedAt, since.network)),
                ),
              )
            : and(eq(device, attempt.deviceId), gt(failedAt, since.account)),
        );
      const atOf = (matching: typeof rows) => matching.map(({ at }) => at);
      if (attempt.deviceId !== null) return { account: [], pair: [], network: [], device: atOf(rows) };
      const ofAccount = rows.filter((row) => row.account === attempt.account); // none where nobody is named
      return {
        account: atOf(ofAccount),
        pair: atOf(ofAccount.filter((row) => row.address === attempt.network)),
        network: atOf(rows.filter((row) => row.address === attempt.network)),
        device: [],
      };
    },

    async insert({ account, network, deviceId }, at) {
      const values = { account: account ?? NOBODY, address: network, deviceId, failedAt: at };
      return writtenRow(await db.insert(loginAttempts).values(values).returning({ id: loginAttempts.id })).id;
    },

    async remove(id) {
      await db.delete(loginAttempts).where(eq(loginAttempts.id, id));
    },

    async removeOfDevice(deviceId) {
      await db.delete(loginAttempts).where(eq(device, deviceId));
    },

    async removeOfPerson(personId) {
      await db.delete(loginAttempts).where(eq(account, `person ${personId}`));
    },

    async removeOlderThan(at) {
      await db.delete(loginAttempts).where(lt(failedAt, at));
    },
  };
}
