import { outranks, ROLES, type Role } from '../../kernel/access.ts';
import type { ActDescription, Approval, ApprovalState } from './approvals.types.ts';

const MINUTE = 60_000;
/** How long a request waits for a decision. */
export const DECISION_MS = 24 * 60 * MINUTE;
/** How long the same call may be repeated once it was approved. */
export const REPEAT_MS = 30 * MINUTE;
/** Requests that have ended are listed for a week and kept no longer: they name people. */
export const LISTED_MS = 7 * 24 * 60 * MINUTE;
/** Requests of one person that wait at the same time. */
export const WAITING_MAX = 20;

const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

export const expiryOf = ({ askedAt, decidedAt }: Pick<Approval, 'askedAt' | 'decidedAt'>): Date =>
  decidedAt === null ? after(askedAt, DECISION_MS) : after(decidedAt, REPEAT_MS);

export function stateOf(
  approval: Pick<Approval, 'askedAt' | 'decidedAt' | 'isApproved' | 'usedAt'>,
  now: Date,
): ApprovalState {
  if (approval.usedAt !== null) return 'used';
  if (approval.isApproved === false) return 'refused';
  // Asked or decided in the future: by a wrong clock, so that its age is not known.
  const since = approval.decidedAt ?? approval.askedAt;
  if (since.getTime() > now.getTime() + MINUTE || expiryOf(approval) <= now) return 'expired';
  return approval.isApproved ? 'approved' : 'waiting';
}

/** Whether a call would still do what the request said: a code may be somebody else's by now, a role another. */
export const doesTheSame = (approval: Omit<ActDescription, 'subjectCode'>, now: ActDescription): boolean =>
  approval.subjectId === now.subjectId &&
  approval.subject === now.subject &&
  JSON.stringify(Object.entries(approval.detail).sort()) ===
    JSON.stringify(Object.entries(now.detail).sort());

/**
 * Whether somebody may decide about a request: one of the administrators who sign in, and not who asked. What touches
 * an owner is decided by another owner, where there is one besides who asks.
 */
export function mayDecide(
  personId: number,
  { askedBy, rank }: Pick<Approval, 'askedBy' | 'rank'>,
  administrators: readonly { readonly id: number; readonly role: Role }[],
): boolean {
  const others = administrators.filter(({ id }) => id !== askedBy);
  const decider = others.find(({ id }) => id === personId);
  return decider !== undefined && (outranks(decider, rank) || !others.some((each) => outranks(each, rank)));
}

export const highest = (roles: readonly Role[]): Role =>
  ROLES.find((role) => roles.includes(role)) ?? 'member';
