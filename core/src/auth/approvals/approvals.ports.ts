import type { Approval, NewApproval } from './approvals.types.ts';

export interface ApprovalRepository {
  insert(approval: NewApproval): Promise<number>;
  byId(id: number): Promise<Approval | null>;
  /** Asked since then, the newest first. */
  since(at: Date): Promise<Approval[]>;
  /** Of one person for one call, not used and not refused. */
  openOf(personId: number, call: Pick<Approval, 'act' | 'method' | 'path'>): Promise<Approval[]>;
  /** False when it was decided before. */
  decide(id: number, decision: { by: number; at: Date; isApproved: boolean }): Promise<boolean>;
  /** False when it was used before. */
  use(id: number, at: Date): Promise<boolean>;
  removeBefore(at: Date): Promise<void>;
}

export interface ApprovalRepos {
  readonly approvals: ApprovalRepository;
}
