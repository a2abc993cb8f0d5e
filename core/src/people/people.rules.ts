import type { Role } from '../kernel/access.ts';
import type { NewPerson, PersonKind } from './people.types.ts';

export const PEOPLE_LIMITS = { name: 120, code: 40, username: 60, section: 40, page: 200 } as const;

/** Letters, digits and a few punctuation characters. */
export const CODE_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u;
export const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;

/** Only students belong to a class and section. */
export const sectionFor = (kind: PersonKind, section: string | null | undefined): string | null =>
  kind === 'student' && section?.trim() ? section.trim() : null;

/** Normalises a name: NFC, no leading, trailing or repeated spaces. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

export const tidyPerson = <T extends Pick<NewPerson, 'name' | 'code' | 'kind' | 'classSection'>>(
  person: T,
): T => ({
  ...person,
  name: tidyName(person.name),
  code: person.code.trim(),
  classSection: sectionFor(person.kind, person.classSection),
});

/** The role of somebody who is registered: teachers can be given classes. */
export const roleOfKind = (kind: PersonKind): Role => (kind === 'teacher' ? 'teacher' : 'member');
