import * as z from 'zod/mini';
import { maybe } from '../../lib/search-params.ts';

export const PROFILE_FILTERS = ['all', 'month', 'week'] as const;
export type ProfileFilter = (typeof PROFILE_FILTERS)[number];

const schema = z.object({
  filter: maybe(z.enum(PROFILE_FILTERS)),
  /** The rows behind a column of a chart. */
  month: maybe(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
  weekday: maybe(z.number().check(z.minimum(1), z.maximum(7))),
  view: maybe(z.enum(['list', 'calendar'])),
});

export const readProfileSearch = (search: Record<string, unknown>): z.infer<typeof schema> =>
  schema.parse(search);
