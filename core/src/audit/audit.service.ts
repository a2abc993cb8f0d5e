import type { LocalDate } from '../kernel/local-date.ts';
import { endOfDay, startOfDay } from '../kernel/zones/zone.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AuditRepos } from './audit.ports.ts';
import type { AuditQuery } from './audit.types.ts';

export const AUDIT_PAGE_MAX = 200;

/** A query by whole local days. */
interface AuditSearch extends Omit<AuditQuery, 'since' | 'until'> {
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
}

export function createAuditService({
  repos,
  settings,
}: {
  readonly repos: AuditRepos;
  readonly settings: SettingsReader;
}) {
  return {
    async list({ from, to, ...query }: AuditSearch) {
      const { zone } = await settings.today();
      return repos.audit.list({
        ...query,
        ...(from ? { since: startOfDay(zone, from) } : {}),
        ...(to ? { until: endOfDay(zone, to) } : {}),
        limit: Math.min(query.limit, AUDIT_PAGE_MAX),
      });
    },
  };
}
