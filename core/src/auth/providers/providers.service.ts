import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { requireRank } from '../../people/accounts.rules.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import type { SecretBox } from '../auth.ports.ts';
import { applyGroups, type ProviderAccountRepos } from './group-roles.ts';
import type { OpenIdClient, ProviderRepos } from './providers.ports.ts';
import { issuerProblem, keepsRules, PROVIDER_LIMITS, secretPurpose } from './providers.rules.ts';
import type {
  OwnProviderLink,
  ProviderCheck,
  ProviderLinkListing,
  ProviderListing,
  ProviderSettings,
} from './providers.types.ts';

interface Needs {
  readonly openId: OpenIdClient | null;
  readonly secretBox: SecretBox;
  readonly repos: ProviderAccountRepos;
  readonly transactAndPublish: TransactAndPublish<ProviderAccountRepos>;
  readonly settings: SettingsReader;
}

/** Setting up identity providers. */
export function createProviderService({ openId, secretBox, repos, transactAndPublish, settings }: Needs) {
  const requireOpenId = (): OpenIdClient => {
    if (!openId) throw new AppError('providers_unavailable');
    return openId;
  };

  const hasSecret = async (provider: Pick<ProviderListing, 'id' | 'secret'>): Promise<boolean> =>
    provider.secret !== null &&
    (await secretBox.open(secretPurpose(provider), provider.secret).catch(() => null)) !== null;

  const list = async (): Promise<ProviderListing[]> =>
    Promise.all(
      (await repos.providers.list()).map(async (provider) => ({
        ...provider,
        hasSecret: await hasSecret(provider),
      })),
    );

  const requireListing = async (id: number): Promise<ProviderListing> => {
    const found = (await list()).find((provider) => provider.id === id);
    if (!found) throw new AppError('provider_not_found');
    return found;
  };

  const checkSettings = ({ issuer, groups }: ProviderSettings): void => {
    const problem = issuerProblem(issuer);
    if (problem) throw new AppError('invalid_input', { fields: { issuer: problem }, message: problem });
    if (new Set(groups.map(({ group }) => group)).size < groups.length)
      throw new AppError('invalid_input', { fields: { groups: 'A group is listed twice.' } });
  };

  /** For the audit trail: what a provider may do here, without its secret. */
  const detailOf = ({ issuer, isActive, creation, groups, trustedDomains }: ProviderSettings) => ({
    issuer,
    active: isActive,
    creates: creation?.domains.join(', ') ?? null,
    trusts: trustedDomains.join(', ') || null,
    administrators: groups
      .filter(({ role }) => role === 'administrator')
      .map(({ group }) => group)
      .join(', '),
  });

  /** Takes back what groups gave these people and do not give any more. Answers how many people these are. */
  const takeBack = async (
    tx: ProviderAccountRepos,
    ids: readonly number[],
    actor: Actor,
    today: Today,
  ): Promise<number> => {
    const by = { actorId: actor.personId, actorName: actor.name, address: actor.address };
    for (const id of ids) if (await tx.providers.givenRole(id)) await applyGroups(tx, id, today, by);
    return ids.length;
  };

  /** Unlinks one person or everybody; what the groups gave them goes too. */
  const unlink = async (
    tx: ProviderAccountRepos,
    providerId: number,
    actor: Actor,
    today: Today,
    personId?: number,
  ): Promise<number> => {
    await tx.accounts.lockRoles();
    return takeBack(tx, await tx.providers.removeLinks(providerId, personId), actor, today);
  };

  /** A provider that is switched off, or whose groups give less than before, gives nothing until the next sign-in. */
  const forgetGrants = async (
    tx: ProviderAccountRepos,
    id: number,
    change: { before: ProviderSettings; given: ProviderSettings },
    actor: Actor,
    today: Today,
  ): Promise<number> => {
    const isOff = !change.given.isActive;
    if (!isOff && keepsRules(change.before, change.given)) return 0;
    return takeBack(tx, await tx.providers.forgetGrants(id, isOff ? 'linked' : 'given'), actor, today);
  };

  const sealSecret = async (
    tx: ProviderRepos,
    id: number,
    secret: string | null | undefined,
  ): Promise<void> => {
    if (secret === undefined) return;
    const plain = secret === null ? null : new TextEncoder().encode(secret);
    await tx.providers.saveSecret(id, plain && (await secretBox.seal(secretPurpose({ id }), plain)));
  };

  return {
    isAvailable: openId !== null,
    list,
    links: async (id: number): Promise<ProviderLinkListing[]> => {
      await requireListing(id);
      return repos.providers.links(id);
    },

    /** With which providers the actor signs in. */
    ownLinks: ({ personId }: Actor): Promise<OwnProviderLink[]> => repos.providers.linksOf(personId),

    /** Says what is wrong with an issuer, before or after it is saved. */
    test: async (issuer: string, scopes: readonly string[]): Promise<ProviderCheck> => {
      const problem = issuerProblem(issuer);
      return problem ? { problems: [problem], remarks: [] } : requireOpenId().check(issuer, scopes);
    },

    async add(actor: Actor, given: ProviderSettings, secret: string | null): Promise<ProviderListing> {
      requireOpenId();
      checkSettings(given);
      const { now } = await settings.today();
      const id = await transactAndPublish('settings', async (tx) => {
        // Two that are added at once are counted one after another.
        await tx.accounts.lockRoles();
        if ((await tx.providers.list()).length >= PROVIDER_LIMITS.providers)
          throw new AppError('invalid_input', {
            message: `You can have up to ${PROVIDER_LIMITS.providers} sign-in providers.`,
          });
        const added = await tx.providers.insert(given, now);
        await sealSecret(tx, added, secret);
        await tx.audit.insert(auditEntry(actor, now, 'identity_provider_saved', given.name, detailOf(given)));
        return added;
      });
      return requireListing(id);
    },

    /**
     * `secret` undefined: the stored one stays. Accounts of another issuer are other people's: they are unlinked. What a
     * provider gave and would not give any more, roles and sessions, ends at once.
     */
    async change(
      actor: Actor,
      id: number,
      given: ProviderSettings,
      secret: string | null | undefined,
    ): Promise<ProviderListing> {
      requireOpenId();
      checkSettings(given);
      const today = await settings.today();
      await transactAndPublish(['settings', 'people'], async (tx) => {
        // Nobody comes back from the provider meanwhile.
        await tx.accounts.lockRoles();
        const before = await tx.providers.byId(id);
        if (!before || !(await tx.providers.update(id, given))) throw new AppError('provider_not_found');
        const isElsewhere = before.issuer !== given.issuer;
        // The stored secret belongs to the issuer before and is not told to another.
        if (isElsewhere && before.secret !== null && secret === undefined)
          throw new AppError('invalid_input', {
            fields: { client_secret: 'Enter the client secret for the new issuer.' },
          });
        await sealSecret(tx, id, secret);
        const unlinked = isElsewhere ? await unlink(tx, id, actor, today) : 0;
        const signedOut = await forgetGrants(tx, id, { before, given }, actor, today);
        await tx.audit.insert(
          auditEntry(actor, today.now, 'identity_provider_saved', given.name, {
            ...detailOf(given),
            secret_changed: secret !== undefined,
            unlinked,
            signed_out: signedOut,
          }),
        );
      });
      return requireListing(id);
    },

    /** The accounts stay, without the roles that its groups gave and without the sessions that it opened. */
    async remove(actor: Actor, id: number): Promise<void> {
      const today = await settings.today();
      await transactAndPublish(['settings', 'people'], async (tx) => {
        const provider = await tx.providers.byId(id);
        if (!provider) throw new AppError('provider_not_found');
        const unlinked = await unlink(tx, id, actor, today);
        await tx.providers.remove(id);
        await tx.audit.insert(
          auditEntry(actor, today.now, 'identity_provider_removed', provider.name, { unlinked }),
        );
      });
    },

    /** The person can be matched again, by the account that has the address then. */
    async unlink(actor: Actor, id: number, code: string): Promise<void> {
      const today = await settings.today();
      await transactAndPublish('people', async (tx) => {
        const provider = await tx.providers.byId(id);
        const person = provider && (await tx.people.byCode(code));
        if (!person) throw new AppError('user_not_found');
        requireRank(actor, person.role);
        if ((await unlink(tx, id, actor, today, person.id)) === 0) throw new AppError('user_not_found');
        await tx.audit.insert(
          auditEntry(actor, today.now, 'provider_unlinked', person.code, { provider: provider.name }),
        );
      });
    },
  };
}
