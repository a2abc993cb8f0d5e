import type { AuditAction, AuditPage, AuditQuery, NewAuditEntry } from './audit.types.ts';

export interface AuditRepository {
  insert(entry: NewAuditEntry): Promise<void>;
  countOf(action: AuditAction, actorId: number): Promise<number>;
  /** The newest entry of an action about a person. */
  latestAbout(action: AuditAction, personId: number): Promise<NewAuditEntry | null>;
  list(query: AuditQuery): Promise<AuditPage>;
}

export interface AuditRepos {
  readonly audit: AuditRepository;
}
