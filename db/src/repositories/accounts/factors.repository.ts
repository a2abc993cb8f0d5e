import type { FactorRepository, TicketRepository } from '@rollcall/core/auth/factors/factors.ports';
import { CHALLENGE_MS, TICKET_MS } from '@rollcall/core/auth/factors/factors.rules';
import { and, asc, between, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Db, oneOf, rowsOf } from '../../connection.ts';
import {
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactorTickets,
  totpSecrets,
} from '../../schema/factors.schema.ts';

/** The clocks of two servers may differ a little. */
const SKEW_MS = 60_000;

/** Not over, and not longer than it can last: else a wrong clock made it. */
const within = (expiresAt: AnyPgColumn, now: Date, lifetimeMs: number) =>
  and(gt(expiresAt, now), lte(expiresAt, new Date(now.getTime() + lifetimeMs + SKEW_MS)));

const isOf = (personId: number, isActive: boolean) =>
  and(eq(totpSecrets.personId, personId), eq(totpSecrets.isActive, isActive));

/** Whether the role has to have a second factor and the person has none. */
export const lacksFactor = (personId: number | AnyPgColumn, role: string | AnyPgColumn) =>
  sql<boolean>`exists (select 1 from institution where ${role} = any(second_factor_roles)
    and not exists (select 1 from passkeys k where k.person_id = ${personId})
    and not exists (select 1 from totp_secrets t where t.person_id = ${personId} and t.is_active))`;

export function createFactorRepository(db: Db): FactorRepository {
  return {
    async summary(personId) {
      const row = await oneOf<{ passkeys: number; recoveryCodes: number }>(
        db,
        sql`select (select count(*)::int from passkeys where person_id = ${personId}) as passkeys,
              (select count(*)::int from recovery_codes where person_id = ${personId}) as "recoveryCodes"`,
      );
      const [totp] = await db.select().from(totpSecrets).where(isOf(personId, true));
      const secret = totp && { masterKeyId: totp.masterKeyId, sealed: totp.sealed };
      return { passkeys: row.passkeys, recoveryCodes: row.recoveryCodes, totp: secret ?? null };
    },

    async lacksOne(personId, role) {
      const { lacks } = await oneOf<{ lacks: boolean }>(
        db,
        sql`select ${lacksFactor(personId, role)} as lacks`,
      );
      return lacks;
    },

    passkeysOf: (personId) =>
      db.select().from(passkeys).where(eq(passkeys.personId, personId)).orderBy(asc(passkeys.id)),

    async passkeyByCredential(credentialId) {
      const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
      return row ?? null;
    },

    async insertPasskey({ transports, ...passkey }) {
      const rows = await db
        .insert(passkeys)
        .values({ ...passkey, transports: [...transports] })
        .onConflictDoNothing({ target: passkeys.credentialId })
        .returning({ id: passkeys.id });
      return rows[0]?.id ?? null;
    },

    async usePasskey(id, counter, at) {
      // An authenticator that does not count says 0 for ever.
      const countedOn = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
      const rows = await db
        .update(passkeys)
        .set({ counter, lastUsedAt: at })
        .where(and(eq(passkeys.id, id), countedOn))
        .returning({ id: passkeys.id });
      return rows.length > 0;
    },

    async removePasskey(personId, id) {
      const rows = await db
        .delete(passkeys)
        .where(and(eq(passkeys.personId, personId), eq(passkeys.id, id)))
        .returning({ id: passkeys.id });
      return rows.length > 0;
    },

    async totp(personId, which) {
      const [row] = await db
        .select()
        .from(totpSecrets)
        .where(isOf(personId, which === 'active'));
      if (!row) return null;
      const { masterKeyId, sealed, since, lastStep } = row;
      return { secret: { masterKeyId, sealed }, since, lastStep };
    },

    async savePendingTotp(personId, secret, since) {
      await db
        .insert(totpSecrets)
        .values({ personId, isActive: false, ...secret, since })
        .onConflictDoUpdate({
          target: [totpSecrets.personId, totpSecrets.isActive],
          set: { ...secret, since },
        });
    },

    async activateTotp(personId, { masterKeyId, sealed }, step, since) {
      const pending = await db
        .delete(totpSecrets)
        .where(and(isOf(personId, false), eq(totpSecrets.sealed, sealed)))
        .returning({ personId: totpSecrets.personId });
      if (pending.length === 0) return false;
      await db.delete(totpSecrets).where(isOf(personId, true));
      await db
        .insert(totpSecrets)
        .values({ personId, isActive: true, masterKeyId, sealed, since, lastStep: step });
      return true;
    },

    async useTotpStep(personId, step) {
      const rows = await db
        .update(totpSecrets)
        .set({ lastStep: step })
        .where(and(isOf(personId, true), or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))))
        .returning({ personId: totpSecrets.personId });
      return rows.length > 0;
    },

    async removeTotp(personId) {
      const rows = await db
        .delete(totpSecrets)
        .where(eq(totpSecrets.personId, personId))
        .returning({ isActive: totpSecrets.isActive });
      return rows.some(({ isActive }) => isActive);
    },

    async lockTotpSecrets() {
      const rows = await db.select().from(totpSecrets).orderBy(asc(totpSecrets.personId)).for('update');
      return rows.map(({ personId, isActive, masterKeyId, sealed }) => ({
        personId,
        isActive,
        secret: { masterKeyId, sealed },
      }));
    },

    async resealTotp(personId, isActive, secret) {
      await db
        .update(totpSecrets)
        .set({ ...secret })
        .where(isOf(personId, isActive));
    },

    async replaceRecoveryCodes(personId, digests) {
      await db.delete(recoveryCodes).where(eq(recoveryCodes.personId, personId));
      if (digests.length > 0)
        await db.insert(recoveryCodes).values(digests.map((digest) => ({ personId, digest })));
    },

    async useRecoveryCode(personId, digest) {
      const rows = await db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.personId, personId), eq(recoveryCodes.digest, digest)))
        .returning({ personId: recoveryCodes.personId });
      return rows.length > 0;
    },

    async lock(personId) {
      await db.execute(sql`select 1 from people where id = ${personId} for update`);
    },

    async removeAll(personId) {
      const [row] = await rowsOf<{ count: number }>(
        db,
        sql`with a as (delete from passkeys where person_id = ${personId} returning 1),
              b as (delete from totp_secrets where person_id = ${personId} returning 1),
              c as (delete from recovery_codes where person_id = ${personId} returning 1),
              d as (delete from second_factor_tickets where person_id = ${personId})
            select ((select count(*) from a) + (select count(*) from b) + (select count(*) from c))::int as count`,
      );
      return (row?.count ?? 0) > 0;
    },
  };
}

export function createTicketRepository(db: Db): TicketRepository {
  const isValid = (tokenHash: Uint8Array, now: Date) =>
    and(eq(secondFactorTickets.tokenHash, tokenHash), within(secondFactorTickets.expiresAt, now, TICKET_MS));

  return {
    async insert(ticket) {
      await db.insert(secondFactorTickets).values(ticket);
    },

    async find(tokenHash, now) {
      const [row] = await db.select().from(secondFactorTickets).where(isValid(tokenHash, now));
      if (!row) return null;
      const { personId, means, passwordDigest, wrongTries } = row;
      return { personId, means, passwordDigest, wrongTries };
    },

    async countTry(tokenHash, most, now) {
      const rows = await db
        .update(secondFactorTickets)
        .set({ wrongTries: sql`${secondFactorTickets.wrongTries} + 1` })
        .where(and(isValid(tokenHash, now), lt(secondFactorTickets.wrongTries, most)))
        .returning({ personId: secondFactorTickets.personId });
      return rows.length > 0;
    },

    async lock(tokenHash, now) {
      const rows = await db
        .select({ personId: secondFactorTickets.personId })
        .from(secondFactorTickets)
        .where(isValid(tokenHash, now))
        .for('update');
      return rows.length > 0;
    },

    async take(tokenHash, now) {
      const rows = await db
        .delete(secondFactorTickets)
        .where(isValid(tokenHash, now))
        .returning({ personId: secondFactorTickets.personId });
      return rows.length > 0;
    },

    async saveChallenge(owner, challenge, { at, expiresAt }) {
      const set = { challenge, expiresAt };
      // Anybody can ask for one, so that those of before are not left to the hourly job.
      await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, at));
      await db
        .insert(passkeyChallenges)
        .values({ owner, ...set })
        .onConflictDoUpdate({ target: passkeyChallenges.owner, set });
    },

    countChallenges: (beginning, now) =>
      db.$count(
        passkeyChallenges,
        and(
          // A range, which the primary key finds; digits come before letters in every collation.
          between(passkeyChallenges.owner, `${beginning}${'0'.repeat(64)}`, `${beginning}${'f'.repeat(64)}`),
          gt(passkeyChallenges.expiresAt, now),
        ),
      ),

    async takeChallenge(owner, now) {
      const [row] = await db
        .delete(passkeyChallenges)
        .where(
          and(eq(passkeyChallenges.owner, owner), within(passkeyChallenges.expiresAt, now, CHALLENGE_MS)),
        )
        .returning({ challenge: passkeyChallenges.challenge });
      return row?.challenge ?? null;
    },

    async removeExpired(now, pendingBefore) {
      await db.delete(secondFactorTickets).where(lte(secondFactorTickets.expiresAt, now));
      await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
      await db
        .delete(totpSecrets)
        .where(and(eq(totpSecrets.isActive, false), lt(totpSecrets.since, pendingBefore)));
    },
  };
}
