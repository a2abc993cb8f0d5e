import * as z from 'zod/mini';
import { maybe, peopleSearch } from '../../lib/search-params.ts';

export const ADMIN_TABS = ['register', 'users', 'notices', 'analytics', 'backup'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const schema = z.object({
  tab: maybe(z.enum(ADMIN_TABS)),
  /** `create` opens the form of a notice, `attendance` the view of a class. */
  action: maybe(z.enum(['create', 'attendance'])),
  class: maybe(z.union([z.number(), z.string()])),
  from: maybe(day),
  to: maybe(day),
  ...peopleSearch,
});

export type AdminSearch = z.infer<typeof schema>;

export const readAdminSearch = (search: Record<string, unknown>): AdminSearch => schema.parse(search);
