import { type Actor, isAdministrator, ROLES, type Role } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { FactorRepos } from '../factors/factors.ports.ts';
import type { ProviderRepos } from '../providers/providers.ports.ts';
import { highest } from './approvals.rules.ts';
import type { ActDescription, AskedCall } from './approvals.types.ts';

interface Needs {
  readonly repos: FactorRepos & PeopleRepos & ProviderRepos;
  readonly settings: SettingsReader;
  /** What an uploaded archive says about itself. Fails with `file_not_found`. */
  readonly archiveHead: (upload: string) => Promise<{
    readonly institution: string;
    readonly createdAt: string;
    readonly key: { readonly by: string };
  }>;
}

type Body = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Body =>
  typeof value === 'object' && value !== null ? (value as Body) : {}; // an object has keys of type string

function bodyOf({ body }: AskedCall): Body {
  try {
    return recordOf(JSON.parse(body));
  } catch {
    // The route refuses it, approved or not.
    return {};
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
/** Those of the fields that the body has. */
const textsOf = (body: Body, fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap((field) => (body[field] === undefined ? [] : [[field, textOf(body[field])]])),
  );
const roleIn = (value: unknown): Role | null => ROLES.find((role) => role === value) ?? null;

/** What decides whom a provider lets in, and as what. */
const PROVIDER_FIELDS = [
  'name',
  'issuer',
  'client_id',
  'active',
  'trusted_domains',
  'second_factor',
  'groups_claim',
];

/** Who gets what, one line for each group and each domain. The secret is only said to be there. */
function providerTexts(body: Body): Record<string, string> {
  const { domains, type } = recordOf(body.creates);
  const groups = Array.isArray(body.groups) ? body.groups.map(recordOf) : [];
  return {
    ...textsOf(body, PROVIDER_FIELDS),
    ...(body.client_secret === undefined ? {} : { client_secret: String(body.client_secret !== null) }),
    ...(Array.isArray(domains)
      ? { creates: textOf(domains.map((domain) => `${textOf(domain)}: ${textOf(type)}`)) }
      : {}),
    ...(groups.length === 0
      ? {}
      : { groups: textOf(groups.map(({ group, role }) => `${textOf(group)}: ${textOf(role)}`)) }),
  };
}

/** What a call gives somebody else's account: a link, or fields. A password is only said to be one. */
const accessTexts = ({ method }: AskedCall, body: Body): Record<string, string> => ({
  ...(method === 'POST' ? { link: 'true' } : {}),
  ...(body.password === undefined ? {} : { password: 'true' }),
  ...textsOf(body, ['name', 'user_id', 'username', 'email', 'type', 'class_section']),
});

/**
 * Says what a call would do, in the server's own words: the second administrator decides about them, not about what the
 * first one claims. Null where the call does not need a second administrator.
 */
export function createDescribeAct({ repos, settings, archiveHead }: Needs) {
  const requirePerson = async (code: string | undefined): Promise<PersonListing> => {
    const person = code === undefined ? null : await repos.people.byCode(code);
    if (!person) throw new AppError('user_not_found');
    return person;
  };

  const about = (
    { id, name, code, role }: PersonListing,
    detail: ActDescription['detail'] = {},
    gives: Role | null = null,
  ): ActDescription => ({
    subject: `${name} (${code})`,
    subjectId: id,
    subjectCode: code,
    detail,
    rank: highest(gives === null ? [role] : [role, gives]),
  });

  const providerName = async (text: string): Promise<Record<string, string>> => {
    const id = Number(text);
    const isId = Number.isInteger(id) && id > 0 && id < 2 ** 31;
    const provider = isId ? await repos.providers.byId(id) : null;
    return provider ? { name: provider.name } : {};
  };

  const aboutAll = async (detail: ActDescription['detail'] = {}): Promise<ActDescription> => ({
    subject: (await settings.institution()).name,
    subjectId: null,
    subjectCode: null,
    detail,
    rank: 'administrator',
  });

  /** The role, sections and address that a call gives somebody. */
  const granted = (body: Body, from: Role | null): Record<string, string> => ({
    ...(from === null ? {} : { from }),
    to: textOf(body.role),
    ...(body.sections === undefined || body.sections === null ? {} : { sections: textOf(body.sections) }),
    ...(body.email === undefined ? {} : { email: textOf(body.email) }),
  });

  return async (actor: Pick<Actor, 'personId' | 'role'>, call: AskedCall): Promise<ActDescription | null> => {
    const { act, params } = call;
    const body = bodyOf(call);
    switch (act) {
      case 'restore': {
        if (body.dry_run === true) return null;
        const file = textOf(body.upload);
        const { institution, createdAt, key } = await archiveHead(file);
        // Whoever knows the passphrase of a file can have written it.
        const description = await aboutAll({ file, created_at: createdAt, sealed_with: key.by });
        // Only an owner can restore other owners.
        return { ...description, subject: institution, rank: actor.role };
      }
      case 'key_export':
        return aboutAll();
      case 'erase': {
        const person = await requirePerson(params.id);
        const erases = call.query.erase === 'true';
        // Without another administrator nobody could approve anything any more.
        return erases || isAdministrator(person.role) ? about(person, { erase: String(erases) }) : null;
      }
      case 'role_change': {
        const gives = roleIn(body.role);
        const code = params.user_id ?? (typeof body.user_id === 'string' ? body.user_id : undefined);
        if (code !== undefined) {
          const person = await requirePerson(code);
          return about(person, granted(body, person.role), gives);
        }
        // A new account of a lower role cannot approve anything.
        if (gives !== null && !isAdministrator(gives)) return null;
        const subject = `${textOf(body.name)} (${textOf(body.username)})`;
        return { ...(await aboutAll(granted(body, null))), subject, rank: gives ?? 'administrator' };
      }
      case 'account_deletion':
        return about(await requirePerson(params.user_id));
      // Whoever gets into the account of another administrator approves their own requests.
      case 'account_access':
      case 'second_factors': {
        const person = await requirePerson(params.user_id ?? params.id);
        const isOther = person.id !== actor.personId;
        return isOther && isAdministrator(person.role) ? about(person, accessTexts(call, body)) : null;
      }
      case 'sign_in_settings': {
        const given: readonly unknown[] = Array.isArray(body.second_factor_roles)
          ? body.second_factor_roles
          : [];
        const { secondFactorRoles } = await repos.signInSettings.read();
        const lifts = secondFactorRoles.some((role) => !given.includes(role));
        if (body.needs_approval === true && !lifts) return null;
        return aboutAll(textsOf(body, ['needs_approval', 'second_factor_roles']));
      }
      case 'identity_provider': {
        const named = body.name === undefined && params.id !== undefined ? await providerName(params.id) : {};
        return aboutAll({ ...named, ...providerTexts(body), ...textsOf(params, ['id', 'user_id']) });
      }
    }
  };
}

export type DescribeAct = ReturnType<typeof createDescribeAct>;
