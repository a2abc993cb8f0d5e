import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import type { SecretBox } from '../../../auth/auth.ports.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import type { Actor } from '../../../kernel/access.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RandomSource } from '../../../kernel/random.ts';
import type { PeopleReach } from '../../../people/people.ports.ts';
import type { PersonListing } from '../../../people/people.types.ts';
import { endingOf, hashCardCode, NUMBER_PURPOSE, newCardCode, plainCardNumber } from './card-codes.rules.ts';
import type { CardRepos } from './cards.ports.ts';
import type { Card, Phone } from './cards.types.ts';

type Repos = AuditRepos & CardRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly reach: PeopleReach;
  readonly secretBox: SecretBox;
}

/** A printed card before it counts: its text is on the paper and nowhere else. */
interface DraftCard {
  readonly person: PersonListing;
  readonly code: string;
}

/** Cards of people, as administrators and offices manage them. */
export function createCardService(needs: Needs) {
  const { clock, random, repos, transactAndPublish, reach, secretBox } = needs;
  const personOf = (actor: Actor, code: string) => reach.require(actor, 'cards.manage', code);

  return {
    async listOf(actor: Actor, code: string): Promise<{ readonly cards: Card[]; readonly phones: Phone[] }> {
      const { id } = await personOf(actor, code);
      return { cards: await repos.cards.listOf(id), phones: await repos.phones.listOf(id) };
    },

    /** Gives a person a card that has a number of its own. */
    async assign(actor: Actor, code: string, typed: string): Promise<Card> {
      const person = await personOf(actor, code);
      const number = plainCardNumber(typed);
      if (number === null)
        throw new AppError('invalid_input', { fields: { number: 'This is not the number of a card.' } });
      const hash = await secretBox.digest(NUMBER_PURPOSE, number);
      const secret = await secretBox.seal(NUMBER_PURPOSE, new TextEncoder().encode(number));
      const ending = endingOf(number);
      return transactAndPublish(
        'people',
        async (tx) => {
          const at = clock.now();
          const card = await tx.cards.insert(
            { personId: person.id, kind: 'number', hash, secret, ending },
            at,
            actor.personId,
          );
          await tx.audit.insert(auditEntry(actor, at, 'card_assigned', person.code, { ending }));
          return card;
        },
        person.id,
      );
    },

    /** Cards for a sheet. They count once `issue` has stored them. */
    async draft(actor: Actor, codes: readonly string[]): Promise<DraftCard[]> {
      const drafts: DraftCard[] = [];
      for (const code of new Set(codes))
        drafts.push({ person: await personOf(actor, code), code: newCardCode(random) });
      return drafts;
    },

    /** The printed cards count from now on, and those that these people had before do not. */
    async issue(actor: Actor, drafts: readonly DraftCard[]): Promise<void> {
      const hashed = await Promise.all(
        drafts.map(async ({ person, code }) => ({ person, code, hash: await hashCardCode(code) })),
      );
      await transactAndPublish('people', async (tx) => {
        const at = clock.now();
        for (const { person, code, hash } of hashed) {
          const ending = endingOf(code);
          await tx.cards.revokePrinted(person.id, at);
          await tx.cards.insert(
            { personId: person.id, kind: 'printed', hash, secret: null, ending },
            at,
            actor.personId,
          );
          await tx.audit.insert(auditEntry(actor, at, 'card_issued', person.code, { ending }));
        }
      });
    },

    /** The card counts no more, from this moment on. */
    async revoke(actor: Actor, code: string, cardId: string): Promise<void> {
      const person = await personOf(actor, code);
      await transactAndPublish(
        'people',
        async (tx) => {
          const at = clock.now();
          const card = await tx.cards.revoke(cardId, person.id, at);
          if (!card) throw new AppError('card_not_found');
          const { kind, ending } = card;
          await tx.audit.insert(auditEntry(actor, at, 'card_revoked', person.code, { kind, ending }));
        },
        person.id,
      );
    },

    /** Ends a phone of somebody, such as one that was lost. */
    async removePhone(actor: Actor, code: string, phoneId: string): Promise<void> {
      const person = await personOf(actor, code);
      await transactAndPublish(
        'people',
        async (tx) => {
          const at = clock.now();
          if (!(await tx.phones.remove(phoneId, person.id, at))) throw new AppError('phone_not_found');
          await tx.audit.insert(auditEntry(actor, at, 'phone_removed', person.code));
        },
        person.id,
      );
    },
  };
}
