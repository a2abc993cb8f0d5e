import type { Actor } from '../access.ts';
import type { Ports } from '../ports.ts';
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

export function createAuditService({ repos }: Pick<Ports, 'repos'>) {
  return {
    list: (query: AuditQuery) => repos.audit.list({ ...query, limit: Math.min(query.limit, AUDIT_PAGE_MAX) }),
  };
}
