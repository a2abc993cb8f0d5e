import { type Actor, isAdministrator, ROLES, type Role } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import { highest } from './approvals.rules.ts';
import type { ActDescription, AskedCall } from './approvals.types.ts';

interface Needs {
  readonly repos: PeopleRepos;
  readonly settings: SettingsReader;
  /** What an uploaded archive says about itself. Fails with `file_not_found`. */
  readonly archiveHead: (
    upload: string,
  ) => Promise<{ readonly institution: string; readonly createdAt: string }>;
}

type Body = Readonly<Record<string, unknown>>;

function bodyOf({ body }: AskedCall): Body {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Body) : {}; // an object has keys of type string
  } catch {
    // The route refuses it, approved or not.
    return {};
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
const roleIn = (value: unknown): Role | null => ROLES.find((role) => role === value) ?? null;

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

  return async (actor: Pick<Actor, 'personId'>, call: AskedCall): Promise<ActDescription | null> => {
    const { act, params } = call;
    const body = bodyOf(call);
    switch (act) {
      case 'restore': {
        if (body.dry_run === true) return null;
        const file = textOf(body.upload);
        const { institution, createdAt } = await archiveHead(file);
        const description = await aboutAll({ file, created_at: createdAt });
        return { ...description, subject: institution };
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
        const changed = ['email', 'username'].filter((field) => body[field] !== undefined);
        const detail = Object.fromEntries(changed.map((field) => [field, textOf(body[field])]));
        const isOther = person.id !== actor.personId;
        return isOther && isAdministrator(person.role) ? about(person, detail) : null;
      }
      case 'sign_in_settings': {
        if (body.needs_approval === true) return null;
        const detail = { needs_approval: textOf(body.needs_approval) };
        return aboutAll({ ...detail, second_factor_roles: textOf(body.second_factor_roles) });
      }
      case 'identity_provider': {
        const named = body.name === undefined ? {} : { name: textOf(body.name) };
        const issuer = body.issuer === undefined ? {} : { issuer: textOf(body.issuer) };
        return aboutAll({ ...named, ...issuer, ...(params.id === undefined ? {} : { id: params.id }) });
      }
    }
  };
}

export type DescribeAct = ReturnType<typeof createDescribeAct>;
