import type { Role } from '../kernel/access.ts';
import type { InstitutionKind } from '../settings/settings.types.ts';
import {
  type NewPerson,
  type Person,
  type PersonKind,
  type PersonPatch,
  REGISTRABLE_KINDS,
  type RegistrableKind,
} from './people.types.ts';

export const PEOPLE_LIMITS = {
  name: 120,
  code: 40,
  username: 60,
  section: 40,
  email: 254,
  phone: 40,
  page: 200,
  /** People whom one call can change together. */
  bulk: 500,
} as const;

/** Letters, digits and a few punctuation characters. */
export const CODE_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u;
export const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;
/** One address without a display name: nothing that a mail header reads as the end of it or as a second one. */
export const EMAIL_PATTERN = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;

/** A number to call, as people write it: digits of any script with the usual marks between them. */
export const PHONE_PATTERN = /^\+?[\p{Nd} ()./-]*\p{Nd}[\p{Nd} ()./-]*$/u;

/** Only students belong to a section; at a workplace everybody has a department. */
export const hasSection = (kind: PersonKind, of: InstitutionKind): boolean =>
  of === 'workplace' ? kind !== 'admin' : kind === 'student';

/** The kinds of people in the order in which an institution needs them. */
export const kindsFirst = (of: InstitutionKind): readonly RegistrableKind[] =>
  of === 'workplace' ? ['employee', 'staff', 'teacher', 'student'] : REGISTRABLE_KINDS;

export const sectionFor = (
  kind: PersonKind,
  section: string | null | undefined,
  of: InstitutionKind,
): string | null => (hasSection(kind, of) && section?.trim() ? section.trim() : null);

/** Normalises a name: NFC, no leading, trailing or repeated spaces. */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ');

export const tidyPerson = <T extends Pick<NewPerson, 'name' | 'code' | 'kind' | 'classSection'>>(
  person: T,
  of: InstitutionKind,
): T => ({
  ...person,
  name: tidyName(person.name),
  code: person.code.trim(),
  classSection: sectionFor(person.kind, person.classSection, of),
});

/**
 * A change of a person with what follows from it: who has no section in this institution loses it, and a teacher who becomes something
 * else loses the role that came with it. No change gives a role: docs/decisions/0038.
 */
export function tidyPatch(
  person: Person,
  patch: PersonPatch,
  of: InstitutionKind,
): PersonPatch & Pick<Person, 'classSection' | 'role'> {
  const kind = patch.kind ?? person.kind;
  const section = patch.classSection === undefined ? person.classSection : patch.classSection;
  return {
    ...patch,
    ...(patch.name === undefined ? {} : { name: tidyName(patch.name) }),
    classSection: sectionFor(kind, section, of),
    role:
      person.kind === 'teacher' && kind !== 'teacher' && person.role === 'teacher' ? 'member' : person.role,
  };
}

/** The role of somebody who is registered: teachers can be given classes. */
export const roleOfKind = (kind: PersonKind): Role => (kind === 'teacher' ? 'teacher' : 'member');
