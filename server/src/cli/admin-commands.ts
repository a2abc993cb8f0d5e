import { createLinks } from '@rollcall/core/auth/links/links.service';
import { systemClock } from '@rollcall/core/kernel/clock';
import { generatePassword } from '@rollcall/core/people/generated-password.rules';
import type { PersonListing } from '@rollcall/core/people/people.types';
import type { Repositories } from '@rollcall/core/ports';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { createPasswordHasher } from '../keys/passwords.ts';
import { systemRandom } from '../keys/secrets.ts';
import type { ServerDatabase } from '../storage/open-database.ts';
import { type CliContext, CliError, withDatabase } from './cli-context.ts';

interface ResetOptions {
  readonly password?: boolean | undefined;
  readonly 'second-factors'?: boolean | undefined;
}

const nameOf = ({ username, code }: PersonListing): string => username ?? code;

/** Owners and administrators, with what each needs to sign in. */
export async function listAdministrators(context: CliContext): Promise<string> {
  return withDatabase(context, async ({ db }) => {
    const repos = createRepositories(db);
    const lines = await Promise.all(
      (await repos.people.administrators()).map((each) => describe(repos, each)),
    );
    return lines.length === 0 ? 'There is no one yet. Set up the institution first.' : lines.join('\n');
  });
}

async function describe(repos: Repositories, person: PersonListing): Promise<string> {
  const { passkeys, totp } = await repos.factors.summary(person.id);
  const has = [
    person.hasPassword ? 'password' : 'no password yet',
    ...(passkeys > 0 || totp !== null ? ['second factor'] : []),
    ...(person.email === null ? [] : [person.email]),
  ];
  return `${nameOf(person)}  ${person.role}  ${person.name}  (${has.join(', ')})`;
}

/** The administrator of that username or number; without one, the only owner. */
async function choose(repos: Repositories, account: string): Promise<PersonListing> {
  const administrators = await repos.people.administrators();
  if (account !== '') {
    const named = (await repos.people.byUsername(account)) ?? (await repos.people.byCode(account));
    const found = administrators.find(({ id }) => id === named?.id);
    if (found) return found;
    throw new CliError(`${account} is not an owner or administrator. See rollcall admin list.`);
  }
  const owners = administrators.filter(({ role }) => role === 'owner');
  const [only, another] = owners;
  if (!only) throw new CliError('There is no owner yet. Set up the institution first.');
  if (another)
    throw new CliError(
      `There are several owners. Say which one: rollcall admin reset ${owners.map(nameOf).join(' | ')}`,
    );
  return only;
}

/**
 * Lets a locked-out owner or administrator in again: with a one-time link, or with a generated password that is changed at
 * the next sign-in. Failed tries no longer delay them.
 */
export async function resetAdministrator(
  context: CliContext,
  account: string,
  options: ResetOptions,
): Promise<string> {
  return withDatabase(context, async (database) => {
    const person = await choose(createRepositories(database.db), account);
    const done = options.password
      ? await givePassword(database, person, options)
      : await giveLink(context, database, person, options);
    const factors = options['second-factors']
      ? 'Second factors removed.'
      : 'Second factors stay. --second-factors removes them.';
    return `${person.name} (${nameOf(person)}, ${person.role})\n${done}\n${factors}`;
  });
}

/** In one transaction with the change itself: unlocks the account, and leaves an entry in the audit. */
async function reset(
  { db }: ServerDatabase,
  person: PersonListing,
  by: 'link' | 'password',
  options: ResetOptions,
  change: (tx: Repositories, at: Date) => Promise<void>,
): Promise<void> {
  const withFactors = options['second-factors'] ?? false;
  const at = systemClock.now();
  await createTransact(db)(async (tx) => {
    await change(tx, at);
    await tx.attempts.removeOfPerson(person.id);
    if (withFactors) await tx.factors.removeAll(person.id);
    await tx.audit.insert({
      at,
      actorId: null,
      actorName: 'Command line',
      action: 'account_reset',
      subject: person.code,
      address: 'console',
      detail: { by, second_factors: withFactors },
    });
  });
}

async function giveLink(
  { env }: CliContext,
  database: ServerDatabase,
  person: PersonListing,
  options: ResetOptions,
): Promise<string> {
  const publicUrl = env.publicUrl ?? `http://localhost:${env.port}`;
  const links = createLinks({ clock: systemClock, random: systemRandom, publicUrl });
  let link = '';
  await reset(database, person, 'link', options, async (tx) => {
    link = await links.create(tx, person.id, 'reset');
  });
  return `Open this link within an hour to choose a password. It works once.\n  ${link}`;
}

async function givePassword(
  database: ServerDatabase,
  person: PersonListing,
  options: ResetOptions,
): Promise<string> {
  const password = generatePassword(systemRandom);
  const hash = await (await createPasswordHasher(1)).hash(password);
  await reset(database, person, 'password', options, async (tx, at) => {
    await tx.people.setPasswordHash(person.id, hash, at, true);
    await tx.sessions.removeAllOf(person.id);
    await tx.devices.forgetAllOf(person.id);
    await tx.tokens.removeAllOf(person.id);
    await tx.links.removeAllOf(person.id);
  });
  return `The new password is  ${password}\nIt must be changed at the next sign-in. All sessions and API tokens have ended.`;
}
