import type { permission } from '@rollcall/api/auth/auth.contract';
import type { Action, Role } from '@rollcall/core/kernel/access';
import type { z } from 'zod';

/** An action that the signed-in account may perform, and how far that reaches. */
export type Permission = z.infer<typeof permission>;

/** What the pages need to know of the signed-in account; `GET /api/me` answers it. */
export interface Rights {
  readonly role: Role;
  readonly has_attendance: boolean;
  readonly permissions: readonly Permission[];
}

/** How far the account may perform the action; null where it may not at all. */
export const reachIn = (rights: Rights | null, action: Action): Permission | null =>
  rights?.permissions.find((each) => each.action === action) ?? null;

export const mayIn = (rights: Rights | null, action: Action): boolean => reachIn(rights, action) !== null;

export const reachesClass = (reach: Permission | null, classId: number): boolean =>
  reach?.reach === 'institution' || (reach?.class_ids?.includes(classId) ?? false);

/**
 * Whether the permission reaches somebody whom the server has shown. It shows a teacher only people of their own
 * classes, so that those need no list of names here.
 */
export function reachesPerson(
  reach: Permission | null,
  person: { readonly class_section: string | null },
): boolean {
  switch (reach?.reach) {
    case 'institution':
    case 'classes':
      return true;
    case 'sections':
      return person.class_section !== null && (reach.sections?.includes(person.class_section) ?? false);
    default:
      return false;
  }
}

/** The page after signing in: the first whose action the account may perform. */
const START_PAGES = [
  ['settings.manage', '/admin'],
  ['people.manage', '/office'],
  ['classes.take', '/teacher'],
] as const satisfies readonly (readonly [Action, string])[];

export type StartPage = (typeof START_PAGES)[number][1] | '/dashboard';

export const startPageOf = (rights: Rights): StartPage =>
  START_PAGES.find(([action]) => mayIn(rights, action))?.[1] ?? '/dashboard';

/** Administrators and people with attendance of their own have a dashboard, and whoever has no other page. */
export const hasDashboard = (rights: Rights): boolean =>
  rights.has_attendance || ['/admin', '/dashboard'].includes(startPageOf(rights));
