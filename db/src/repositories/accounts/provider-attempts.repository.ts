import type { ProviderAttemptRepository } from '@rollcall/core/auth/providers/providers.ports';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../connection.ts';
import { providerAttempts, providerTickets } from '../../schema/providers.schema.ts';

const ATTEMPT = {
  providerId: providerAttempts.providerId,
  nonce: providerAttempts.nonce,
  verifier: providerAttempts.verifier,
  redirectUri: providerAttempts.redirectUri,
  next: providerAttempts.next,
  createdAt: providerAttempts.createdAt,
};
const TICKET = {
  providerId: providerTickets.providerId,
  personId: providerTickets.personId,
  createdAt: providerTickets.createdAt,
};

export function createProviderAttemptRepository(db: Db): ProviderAttemptRepository {
  return {
    async insert({ network, ...attempt }) {
      await db.insert(providerAttempts).values({ ...attempt, address: network });
    },

    async countSince(network, since) {
      const { address, createdAt } = providerAttempts;
      return db.$count(providerAttempts, and(eq(address, network), gt(createdAt, since)));
    },

    async take({ stateHash, browserHash }, providerId) {
      const [row] = await db
        .delete(providerAttempts)
        .where(
          and(
            eq(providerAttempts.stateHash, stateHash),
            eq(providerAttempts.browserHash, browserHash),
            eq(providerAttempts.providerId, providerId),
          ),
        )
        .returning(ATTEMPT);
      return row ?? null;
    },

    async insertTicket(ticket) {
      await db.insert(providerTickets).values(ticket);
    },

    async takeTicket({ ticketHash, browserHash }) {
      const [row] = await db
        .delete(providerTickets)
        .where(and(eq(providerTickets.ticketHash, ticketHash), eq(providerTickets.browserHash, browserHash)))
        .returning(TICKET);
      return row ?? null;
    },

    async removeBefore(attemptsBefore, ticketsBefore) {
      await db.delete(providerAttempts).where(lt(providerAttempts.createdAt, attemptsBefore));
      await db.delete(providerTickets).where(lt(providerTickets.createdAt, ticketsBefore));
    },
  };
}
