import type { AuditAction, AuditEntry, AuditQuery, NewAuditEntry } from './audit.types.ts';

export interface AuditRepository {
  insert(entry: NewAuditEntry): Promise<void>;
  countOf(action: AuditAction, actorId: number): Promise<number>;
  list(query: AuditQuery): Promise<AuditEntry[]>;
}

export interface AuditRepos {
  readonly audit: AuditRepository;
}
