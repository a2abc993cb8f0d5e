import { RANGE_CHOICES } from '@rollcall/core/analytics/analytics.rules';
import * as z from 'zod/mini';
import { maybe, peopleSearch } from '../../lib/search-params.ts';

export const DASHBOARD_TABS = ['analytics', 'notices', 'profile', 'management'] as const;

const schema = z.object({
  tab: maybe(z.enum(DASHBOARD_TABS)),
  range: maybe(z.enum(RANGE_CHOICES)),
  min: maybe(z.number().check(z.minimum(0), z.maximum(100))),
  sort: maybe(z.enum(['date', 'attendance', 'alphabetical'])),
  order: maybe(z.enum(['asc', 'desc'])),
  notices: maybe(z.enum(['recent', 'important'])),
  ...peopleSearch,
});

export type DashboardSearch = z.infer<typeof schema>;

export const readDashboardSearch = (search: Record<string, unknown>): DashboardSearch => schema.parse(search);
