import type { Actor } from '../kernel/access.ts';
import type { AuditAction, NewAuditEntry } from './audit.types.ts';

/** Builds an audit entry; the caller inserts it in the same transaction as the change. */
export function auditEntry(
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
