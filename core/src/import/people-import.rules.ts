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
import { type RowProblem, type RowProblemCode, rowProblem } from './row-problem.ts';

export const PEOPLE_FIELDS = [
  'user_id',
  'name',
  'username',
  'type',
  'class_section',
  'email',
  'contact_phone',
] as const;
export type PeopleField = (typeof PEOPLE_FIELDS)[number];

export const PEOPLE_COLUMNS: Readonly<Record<PeopleField, readonly string[]>> = {
  user_id: ['userid', 'id', 'roll', 'rollno', 'rollnumber', 'studentid', 'employeeid', 'number', 'code'],
  name: ['name', 'fullname', 'studentname', 'employeename'],
  username: ['username', 'login', 'user', 'email'],
  type: ['type', 'role', 'kind', 'category'],
  class_section: ['classsection', 'class', 'section', 'group', 'department'],
  email: ['email', 'emailaddress', 'mail'],
  contact_phone: [
    'phone',
    'contactphone',
    'phonenumber',
    'telephone',
    'mobile',
    'guardianphone',
    'parentphone',
  ],
};

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
    name: tidyName(cell(row, 'name')),
    username: cell(row, 'username') || cell(row, 'user_id').toLowerCase(),
    kind: cell(row, 'type').toLowerCase() || defaultKind,
    classSection: cell(row, 'class_section'),
    email: cell(row, 'email') || null,
    contactPhone: cell(row, 'contact_phone') || null,
  }));
}

type ReadPerson = ReturnType<typeof readPeople>[number];

function problemsWith(person: ReadPerson, taken: TakenIdentifiers, seen: TakenIdentifiers): RowProblemCode[] {
  const problems: RowProblemCode[] = [];
  const { code, name, username, kind, classSection, email, contactPhone } = person;
  if (code === '') problems.push('id_missing');
  else if (code.length > PEOPLE_LIMITS.code || !CODE_PATTERN.test(code)) problems.push('id_invalid');
  else if (taken.codes.has(code.toLowerCase())) problems.push('id_taken');
  else if (seen.codes.has(code.toLowerCase())) problems.push('id_twice');
  if (name === '') problems.push('name_missing');
  else if (name.length > PEOPLE_LIMITS.name) problems.push('name_long');
  if (code !== '' || username !== '') {
    if (username.length > PEOPLE_LIMITS.username || !USERNAME_PATTERN.test(username))
      problems.push('username_invalid');
    else if (taken.usernames.has(accountKey(username))) problems.push('username_taken');
    else if (seen.usernames.has(accountKey(username))) problems.push('username_twice');
  }
  if (!isKind(kind)) problems.push('type_unknown');
  if (classSection.length > PEOPLE_LIMITS.section) problems.push('class_long');
  if (email !== null) {
    if (email.length > PEOPLE_LIMITS.email || !EMAIL_PATTERN.test(email)) problems.push('email_invalid');
    else if (taken.emails.has(email.toLowerCase())) problems.push('email_taken');
    else if (seen.emails.has(email.toLowerCase())) problems.push('email_twice');
  }
  if (
    contactPhone !== null &&
    (contactPhone.length > PEOPLE_LIMITS.phone || !PHONE_PATTERN.test(contactPhone))
  )
    problems.push('phone_invalid');
  return problems;
}

/** Checks the rows; returns the people who can be registered and the problems of the others, by row. */
export function validatePeople(
  rows: readonly ReadPerson[],
  taken: TakenIdentifiers,
  of: InstitutionKind,
): { people: ImportedPerson[]; problems: RowProblem[] } {
  const people: ImportedPerson[] = [];
  const problems: RowProblem[] = [];
  const seen = { codes: new Set<string>(), usernames: new Set<string>(), emails: new Set<string>() };
  for (const [index, person] of rows.entries()) {
    const found = problemsWith(person, taken, seen);
    for (const code of found) problems.push(rowProblem(index + 2, code));
    seen.codes.add(person.code.toLowerCase());
    seen.usernames.add(accountKey(person.username));
    if (person.email !== null) seen.emails.add(person.email.toLowerCase());
    const { kind } = person;
    if (found.length > 0 || !isKind(kind)) continue;
    people.push({ ...person, kind, classSection: sectionFor(kind, person.classSection, of) });
  }
  return { people, problems };
}
