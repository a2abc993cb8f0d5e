import type { Actor } from '../access.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import { endOfDay, startOfDay } from '../time/zone.ts';
import type { AuditAction, AuditQuery, NewAuditEntry } from './audit.types.ts';

export const AUDIT_PAGE_MAX = 200;

/** Builds the entry; the caller writes it in the transaction of the change it speaks of. */
export function auditOf(
  actor: Pick<Actor, 'personId' | 'name' | 'address'>,
  at: Date,
  action: AuditAction,
  subject: string | null,
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry {
  return {
    at,
    actorId: actor.personId,
    actorName: actor.name,
    action,
    subject,
    address: actor.address,
    detail,
  };
}

/** As a reader asks: whole days of the institution. */
export interface AuditSearch extends Omit<AuditQuery, 'since' | 'until'> {
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
}

export function createAuditService({
  repos,
  settings,
}: Pick<Ports, 'repos'> & { settings: SettingsService }) {
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
