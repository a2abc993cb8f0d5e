import {
  CODE_PATTERN,
  PEOPLE_LIMITS,
  sectionFor,
  tidyName,
  USERNAME_PATTERN,
} from '../people/people.rules.ts';
import { REGISTRABLE_KINDS, type RegistrableKind } from '../people/people.types.ts';
import { problemIn, type RowProblem, type RowProblemCode } from './row-problem.ts';
import { cellsOf, type Mapping, type Sheet } from './sheet.ts';

export const PEOPLE_FIELDS = ['user_id', 'name', 'username', 'type', 'class_section'] as const;
export type PeopleField = (typeof PEOPLE_FIELDS)[number];

export const PEOPLE_COLUMNS: Readonly<Record<PeopleField, readonly string[]>> = {
  user_id: ['userid', 'id', 'roll', 'rollno', 'rollnumber', 'studentid', 'employeeid', 'number', 'code'],
  name: ['name', 'fullname', 'studentname', 'employeename'],
  username: ['username', 'login', 'user', 'email'],
  type: ['type', 'role', 'kind', 'category'],
  class_section: ['classsection', 'class', 'section', 'group'],
};

export interface ImportedPerson {
  readonly code: string;
  readonly name: string;
  readonly username: string;
  readonly kind: RegistrableKind;
  readonly classSection: string | null;
}

/** Ids and usernames that are in use, in small letters. */
export interface Taken {
  readonly codes: ReadonlySet<string>;
  readonly usernames: ReadonlySet<string>;
}

const isKind = (text: string): text is RegistrableKind => REGISTRABLE_KINDS.some((kind) => kind === text);

/** The people of a sheet as they would be, before anything is checked. Without a username the id is it. */
export function readPeople(sheet: Sheet, mapping: Mapping<PeopleField>, otherwise: RegistrableKind) {
  const cell = cellsOf(sheet, mapping);
  return sheet.rows.map((row) => ({
    code: cell(row, 'user_id'),
    name: tidyName(cell(row, 'name')),
    username: cell(row, 'username') || cell(row, 'user_id').toLowerCase(),
    kind: cell(row, 'type').toLowerCase() || otherwise,
    classSection: cell(row, 'class_section'),
  }));
}

type ReadPerson = ReturnType<typeof readPeople>[number];

function problemsWith(person: ReadPerson, taken: Taken, seen: Taken): RowProblemCode[] {
  const problems: RowProblemCode[] = [];
  const { code, name, username, kind, classSection } = person;
  if (code === '') problems.push('id_missing');
  else if (code.length > PEOPLE_LIMITS.code || !CODE_PATTERN.test(code)) problems.push('id_invalid');
  else if (taken.codes.has(code.toLowerCase())) problems.push('id_taken');
  else if (seen.codes.has(code.toLowerCase())) problems.push('id_twice');
  if (name === '') problems.push('name_missing');
  else if (name.length > PEOPLE_LIMITS.name) problems.push('name_long');
  if (code !== '' || username !== '') {
    if (username.length > PEOPLE_LIMITS.username || !USERNAME_PATTERN.test(username))
      problems.push('username_invalid');
    else if (taken.usernames.has(username.toLowerCase())) problems.push('username_taken');
    else if (seen.usernames.has(username.toLowerCase())) problems.push('username_twice');
  }
  if (!isKind(kind)) problems.push('type_unknown');
  if (classSection.length > PEOPLE_LIMITS.section) problems.push('class_long');
  return problems;
}

/** Who can be registered, and what is wrong with everybody else, row by row. */
export function judgePeople(
  rows: readonly ReadPerson[],
  taken: Taken,
): { people: ImportedPerson[]; problems: RowProblem[] } {
  const people: ImportedPerson[] = [];
  const problems: RowProblem[] = [];
  const seen = { codes: new Set<string>(), usernames: new Set<string>() };
  for (const [index, person] of rows.entries()) {
    const wrong = problemsWith(person, taken, seen);
    for (const code of wrong) problems.push(problemIn(index + 2, code));
    seen.codes.add(person.code.toLowerCase());
    seen.usernames.add(person.username.toLowerCase());
    const { kind } = person;
    if (wrong.length > 0 || !isKind(kind)) continue;
    people.push({ ...person, kind, classSection: sectionFor(kind, person.classSection) });
  }
  return { people, problems };
}
