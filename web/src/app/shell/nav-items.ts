import type { Action } from '@rollcall/core/kernel/access';
import {
  IconCalendarCheck,
  IconChalkboard,
  IconFileAnalytics,
  IconListCheck,
  IconSettings,
  IconSpeakerphone,
  IconTable,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { mayIn, type Rights, startPageOf } from '../../lib/session/permissions.ts';

/** The pages of the daily work, the most used first: a phone shows as many as fit and the rest under "More". */
const NAV_ITEMS = [
  { name: 'firstSteps', to: '/first-steps', Icon: IconListCheck, action: 'settings.manage', beside: [] },
  { name: 'today', to: '/today', Icon: IconCalendarCheck, action: 'attendance.mark-today', beside: [] },
  { name: 'present', to: '/present', Icon: IconUserCheck, action: 'attendance.mark-today', beside: [] },
  { name: 'people', to: '/people', Icon: IconUsers, action: 'people.manage', beside: [] },
  { name: 'classes', to: '/classes', Icon: IconChalkboard, action: 'classes.take', beside: [] },
  {
    name: 'attendance',
    to: '/attendance',
    Icon: IconTable,
    action: 'reports.print',
    beside: ['/admin/attendance'],
  },
  { name: 'reports', to: '/reports', Icon: IconFileAnalytics, action: 'reports.print', beside: [] },
  { name: 'notices', to: '/notices', Icon: IconSpeakerphone, action: 'notices.manage', beside: [] },
  {
    name: 'settings',
    to: '/settings',
    Icon: IconSettings,
    action: 'settings.manage',
    beside: ['/admin/accounts'],
  },
] as const satisfies readonly {
  readonly name: string;
  readonly to: string;
  readonly Icon: typeof IconUsers;
  readonly action: Action;
  /** Other addresses of the same page. */
  readonly beside: readonly string[];
}[];

export type NavItem = (typeof NAV_ITEMS)[number];

/** The items that the account can use; none for whoever has no duties, such as students. First steps until they are done. */
export const navItemsOf = (
  rights: Rights,
  { withFirstSteps }: { readonly withFirstSteps: boolean },
): readonly NavItem[] =>
  startPageOf(rights) === '/dashboard'
    ? []
    : NAV_ITEMS.filter(
        ({ name, action }) => mayIn(rights, action) && (name !== 'firstSteps' || withFirstSteps),
      );

export const isAtItem = (pathname: string, { to, beside }: NavItem): boolean =>
  [to, ...beside].some((address) => pathname === address || pathname.startsWith(`${address}/`));
