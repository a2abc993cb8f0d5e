import { accountKey } from '../auth/auth.rules.ts';
import { cellsOf, type Mapping, type UploadedTable } from '../kernel/tables/uploaded-table.ts';
import {
  CODE_PATTERN,
  EMAIL_PATTERN,
  PEOPLE_LIMITS,
  PHONE_PATTERN,
  sectionFor,
  tidyName,
  USERNAME_PATTERN,
} from '../people/people.rules.ts';
import { REGISTRABLE_KINDS, type RegistrableKind } from '../people/people.types.ts';
import type { InstitutionKind } from '../settings/settings.types.ts';
import type { PeopleField } from './people-columns.ts';
import { type RowProblem, type RowProblemCode, rowProblem } from './row-problem.ts';

export interface ImportedPerson {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly kind: RegistrableKind;
  readonly classSection: string | null;
  readonly email: string | null;
  readonly contactPhone: string | null;
}

/** Codes, usernames and addresses in use, in lower case. */
export interface TakenIdentifiers {
  readonly codes: ReadonlySet<string>;
  readonly usernames: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

const isKind = (text: string): text is RegistrableKind => REGISTRABLE_KINDS.some((kind) => kind === text);

/** Reads the people of a table without checking them. A missing username becomes the code in lower case. */
export function readPeople(
  table: UploadedTable,
  mapping: Mapping<PeopleField>,
  defaultKind: RegistrableKind,
) {
  const cell = cellsOf(table, mapping);
  return table.rows.map((row) => ({
    code: cell(row, 'user_id'),
    name: tidyName(cell(row, 'name') || `${cell(row, 'first_name')} ${cell(row, 'last_name')}`),
    username: cell(row, 'username') || cell(row, 'user_id').toLowerCase(),
    hasOwnUsername: cell(row, 'username') !== '',
    kind: cell(row, 'type').toLowerCase() || defaultKind,
    classSection: cell(row, 'class_section'),
    email: cell(row, 'email') || null,
    contactPhone: cell(row, 'contact_phone') || null,
  }));
}

type ReadPerson = ReturnType<typeof readPeople>[number];

/** The row of each code, username and address read so far. */
interface SeenIdentifiers {
  readonly codes: Map<string, number>;
  readonly usernames: Map<string, number>;
  /** Of rows that are imported. */
  readonly emails: Map<string, number>;
}

interface Found {
  readonly code: RowProblemCode;
  readonly otherRow?: number | undefined;
}

/** The problem with an address: a student's row is imported without it, so that siblings can have their parents' address. */
function emailProblem(
  { email, kind }: ReadPerson,
  taken: TakenIdentifiers,
  seen: SeenIdentifiers,
): (Found & { readonly isWarning?: boolean }) | null {
  if (email === null) return null;
  if (email.length > PEOPLE_LIMITS.email || !EMAIL_PATTERN.test(email)) return { code: 'email_invalid' };
  const key = email.toLowerCase();
  const isWarning = kind === 'student';
  if (taken.emails.has(key)) return { code: isWarning ? 'email_in_use' : 'email_taken', isWarning };
  const otherRow = seen.emails.get(key);
  return otherRow === undefined
    ? null
    : { code: isWarning ? 'email_shared' : 'email_twice', otherRow, isWarning };
}

function problemsWith(person: ReadPerson, taken: TakenIdentifiers, seen: SeenIdentifiers): Found[] {
  const problems: Found[] = [];
  const { code, name, username, kind, classSection, contactPhone } = person;
  const codeKey = code.toLowerCase();
  if (code === '') problems.push({ code: 'id_missing' });
  else if (code.length > PEOPLE_LIMITS.code || !CODE_PATTERN.test(code))
    problems.push({ code: 'id_invalid' });
  else if (taken.codes.has(codeKey)) problems.push({ code: 'id_taken' });
  else if (seen.codes.has(codeKey)) problems.push({ code: 'id_twice', otherRow: seen.codes.get(codeKey) });
  if (name === '') problems.push({ code: 'name_missing' });
  else if (name.length > PEOPLE_LIMITS.name) problems.push({ code: 'name_long' });
  // A username made from a bad ID has the problem of the ID, which is said once.
  const hasBadCode = problems.some((problem) => problem.code.startsWith('id_'));
  if (person.hasOwnUsername || !hasBadCode) {
    const key = accountKey(username);
    if (username.length > PEOPLE_LIMITS.username || !USERNAME_PATTERN.test(username))
      problems.push({ code: 'username_invalid' });
    else if (taken.usernames.has(key)) problems.push({ code: 'username_taken' });
    else if (seen.usernames.has(key))
      problems.push({ code: 'username_twice', otherRow: seen.usernames.get(key) });
  }
  if (!isKind(kind)) problems.push({ code: 'type_unknown' });
  if (classSection.length > PEOPLE_LIMITS.section) problems.push({ code: 'class_long' });
  if (
    contactPhone !== null &&
    (contactPhone.length > PEOPLE_LIMITS.phone || !PHONE_PATTERN.test(contactPhone))
  )
    problems.push({ code: 'phone_invalid' });
  return problems;
}

/**
 * Checks the rows; returns the people who can be registered, the problems of the others by row, and the warnings of rows
 * that are imported without something.
 */
export function validatePeople(
  rows: readonly ReadPerson[],
  taken: TakenIdentifiers,
  of: InstitutionKind,
): { people: ImportedPerson[]; problems: RowProblem[]; warnings: RowProblem[] } {
  const people: ImportedPerson[] = [];
  const problems: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const seen: SeenIdentifiers = { codes: new Map(), usernames: new Map(), emails: new Map() };
  const remember = (rows: Map<string, number>, key: string, row: number) => {
    if (!rows.has(key)) rows.set(key, row);
  };
  for (const [index, person] of rows.entries()) {
    const row = index + 2;
    const { hasOwnUsername: _, ...read } = person;
    const { kind } = read;
    const report = ({ code, otherRow }: Found) => rowProblem(row, code, read.name || read.code, otherRow);
    const found = problemsWith(person, taken, seen);
    const address = emailProblem(person, taken, seen);
    if (address && !address.isWarning) found.push(address);
    problems.push(...found.map(report));
    remember(seen.codes, read.code.toLowerCase(), row);
    remember(seen.usernames, accountKey(read.username), row);
    if (found.length > 0 || !isKind(kind)) continue;
    if (address) warnings.push(report(address));
    const email = address ? null : read.email;
    if (email !== null) seen.emails.set(email.toLowerCase(), row);
    people.push({ ...read, kind, email, classSection: sectionFor(kind, read.classSection, of) });
  }
  return { people, problems, warnings };
}
