import type { Role } from '../../kernel/access.ts';

/** Acts that a second administrator approves where the institution wants it. */
export const APPROVABLE_ACTS = [
  'restore',
  'key_export',
  'erase',
  'role_change',
  'account_deletion',
  'account_access',
  'second_factors',
  'sign_in_settings',
  'identity_provider',
] as const;
export type ApprovableAct = (typeof APPROVABLE_ACTS)[number];

export const APPROVAL_STATES = ['waiting', 'approved', 'refused', 'used', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A call as its caller sent it; an approval holds for the same call only. */
export interface AskedCall {
  readonly act: ApprovableAct;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a call would do, found out by the server. */
export interface ActDescription {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string>>;
  /** The person it is done to. A code can be given to somebody else, this cannot. */
  readonly subjectId: number | null;
  /** Their code, for the audit. */
  readonly subjectCode: string | null;
  /** The highest role that it touches or gives. */
  readonly rank: Role;
}

export interface Approval extends Omit<ActDescription, 'subjectCode'> {
  readonly id: number;
  readonly act: ApprovableAct;
  readonly method: string;
  readonly path: string;
  /** Slow hash of the body, which may hold a passphrase. */
  readonly bodyHash: string;
  readonly askedBy: number;
  readonly askedByName: string;
  readonly askedAt: Date;
  /** Null also when who decided was erased since. */
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
  readonly isApproved: boolean | null;
  readonly usedAt: Date | null;
}

export type NewApproval = Omit<
  Approval,
  'id' | 'askedByName' | 'decidedBy' | 'decidedAt' | 'isApproved' | 'usedAt'
>;
