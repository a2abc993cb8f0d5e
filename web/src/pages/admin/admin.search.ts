import * as z from 'zod/mini';
import { maybe, peopleSearch } from '../../lib/search-params.ts';

export const ADMIN_TABS = ['register', 'users', 'notices', 'analytics', 'backup'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export const DATA_VIEWS = ['files', 'restore', 'schedule', 'audit'] as const;
export type DataView = (typeof DATA_VIEWS)[number];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const schema = z.object({
  tab: maybe(z.enum(ADMIN_TABS)),
  /** `create` opens the form of a notice, `attendance` the view of a class, `import` that of the users. */
  action: maybe(z.enum(['create', 'attendance', 'import'])),
  /** What is imported. */
  what: maybe(z.enum(['people', 'attendance', 'photos'])),
  /** The part of the backup tab. */
  view: maybe(z.enum(DATA_VIEWS)),
  /** Filters of the audit log, together with `from` and `to`. */
  event: maybe(z.string()),
  about: maybe(z.coerce.string()),
  class: maybe(z.union([z.number(), z.string()])),
  from: maybe(day),
  to: maybe(day),
  ...peopleSearch,
});

export type AdminSearch = z.infer<typeof schema>;

export const readAdminSearch = (search: Record<string, unknown>): AdminSearch => schema.parse(search);
