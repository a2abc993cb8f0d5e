import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import { type Action, type Actor, outranks } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { addDays, type LocalDate } from '../../kernel/local-date.ts';
import { hashToken, newToken, type RandomSource } from '../../kernel/random.ts';
import { endOfDay } from '../../kernel/zones/zone.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { AuthRepos } from '../auth.ports.ts';
import type { ApiToken, TokenRepos } from './tokens.ports.ts';
import { mayGiveToToken, TOKEN_ACTIONS, TOKEN_LIMITS, TOKEN_PREFIX } from './tokens.rules.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos & TokenRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

interface NewToken {
  readonly name: string;
  readonly actions: readonly Action[];
  /** The last day on which it works. */
  readonly expiresOn: LocalDate;
}

/** API tokens: for programs that act as a person. `authenticate` of the auth service takes them. */
export function createTokenService({ clock, random, repos, settings, transactAndPublish }: Needs) {
  const checked = async (actor: Actor, { name, actions, expiresOn }: NewToken) => {
    const { date, zone } = await settings.today();
    if (expiresOn < date || expiresOn > addDays(date, TOKEN_LIMITS.days))
      throw new AppError('invalid_input', {
        message: 'A token works until a day within the next year.',
        fields: { expires_on: 'A token works until a day within the next year.' },
      });
    const refused = actions.find((action) => !mayGiveToToken(actor, action));
    if (refused !== undefined)
      throw new AppError('forbidden', { message: `Your token can’t have the permission ${refused}.` });
    return {
      name,
      actions: TOKEN_ACTIONS.filter((action) => actions.includes(action)),
      expiresAt: endOfDay(zone, expiresOn),
    };
  };

  const remove = (actor: Actor, of: Pick<PersonListing, 'id' | 'code'>, id: number): Promise<void> =>
    transactAndPublish(
      'people',
      async (tx) => {
        const gone = await tx.tokens.remove(of.id, id);
        if (!gone) throw new AppError('not_found');
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'api_token_ended', of.code, { name: gone.name }),
        );
      },
      of.id,
    );

  /** Also accounts without attendance; nobody reaches an account that stands higher. */
  const requireRanked = async (actor: Actor, code: string): Promise<PersonListing> => {
    const person = await repos.people.byCode(code);
    if (!person) throw new AppError('user_not_found');
    if (person.id !== actor.personId && !outranks(actor, person.role))
      throw new AppError('forbidden', { message: 'This account has a higher role than yours.' });
    return person;
  };

  return {
    list: (actor: Actor): Promise<ApiToken[]> => repos.tokens.listOf(actor.personId),

    /** What the actor can give to a token. */
    actionsFor: (actor: Actor): Action[] => {
      const own = { ...actor, onlyActions: null };
      return TOKEN_ACTIONS.filter((action) => mayGiveToToken(own, action));
    },

    /** Answers the text of the token, which is stored nowhere. */
    async create(actor: Actor, given: NewToken): Promise<ApiToken & { readonly text: string }> {
      const token = await checked(actor, given);
      const text = `${TOKEN_PREFIX}${newToken(random)}`;
      const tokenHash = await hashToken(text);
      const createdAt = clock.now();
      const made = await transactAndPublish(
        'people',
        async (tx) => {
          // A session that was ended meanwhile leaves nothing behind.
          if (!(await tx.sessions.lock(actor.sessionId))) throw new AppError('unauthenticated');
          if ((await tx.tokens.listOf(actor.personId)).length >= TOKEN_LIMITS.perPerson)
            throw new AppError('conflict', {
              message: `You already have ${TOKEN_LIMITS.perPerson} tokens. Revoke one first.`,
            });
          await tx.audit.insert(
            auditEntry(actor, createdAt, 'api_token_created', actor.code, {
              name: token.name,
              actions: token.actions.join(', '),
              until: given.expiresOn,
            }),
          );
          return tx.tokens.insert({ ...token, personId: actor.personId, tokenHash, createdAt });
        },
        actor.personId,
      );
      return { ...made, text };
    },

    end: (actor: Actor, id: number) => remove(actor, { id: actor.personId, code: actor.code }, id),

    listOf: async (actor: Actor, code: string): Promise<ApiToken[]> =>
      repos.tokens.listOf((await requireRanked(actor, code)).id),

    endOf: async (actor: Actor, code: string, id: number): Promise<void> =>
      remove(actor, await requireRanked(actor, code), id),
  };
}
