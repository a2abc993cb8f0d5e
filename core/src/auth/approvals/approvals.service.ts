import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { AuditAction } from '../../audit/audit.types.ts';
import { type Actor, isAdministrator } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hexDigest } from '../../kernel/random.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { AccountRepos } from '../../people/accounts.ports.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PasswordHasher } from '../auth.ports.ts';
import type { FactorRepos } from '../factors/factors.ports.ts';
import type { ApprovalRepos } from './approvals.ports.ts';
import { doesTheSame, expiryOf, LISTED_MS, mayDecide, stateOf, WAITING_MAX } from './approvals.rules.ts';
import type { ActDescription, Approval, ApprovalState, AskedCall } from './approvals.types.ts';
import type { DescribeAct } from './describe-act.ts';

type Repos = AccountRepos & ApprovalRepos & AuditRepos & FactorRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly passwords: PasswordHasher;
  readonly describeAct: DescribeAct;
  /** Fails with `confirmation_needed`; for an API token with `forbidden`. */
  readonly requireConfirmation: (actor: Actor) => void;
}

export interface ListedApproval extends Approval {
  readonly state: ApprovalState;
  readonly expiresAt: Date;
  readonly isOwn: boolean;
}

/**
 * Dangerous acts wait for a second administrator where the institution wants it. An approval holds for one call: the
 * same person, path and body, to the same effect, once (docs/decisions/0040).
 */
export function createApprovalService(needs: Needs) {
  const { clock, repos, transact, passwords, describeAct, requireConfirmation } = needs;

  /** An approval is worth what its approver is: not of somebody who lost the role, or whose password was reset since. */
  const isStillApproved = async (tx: Repos, approval: Approval): Promise<boolean> => {
    const { decidedBy } = approval;
    if (decidedBy === null) return false;
    const administrators = await tx.accounts.administratorsWhoSignIn();
    return (
      mayDecide(decidedBy, approval, administrators) && !(await tx.people.lockSignIn(decidedBy)).mustChange
    );
  };

  /** A body can hold a passphrase, so that its digest is hashed like a password. */
  const secretOf = (call: AskedCall): Promise<string> => hexDigest(call.body);

  const findOpen = async (
    actor: Actor,
    call: AskedCall,
    description: ActDescription,
  ): Promise<Approval | null> => {
    const secret = await secretOf(call);
    for (const approval of await repos.approvals.openOf(actor.personId, call)) {
      if (stateOf(approval, clock.now()) === 'expired' || !doesTheSame(approval, description)) continue;
      if (approval.isApproved && !(await isStillApproved(repos, approval))) continue;
      if (await passwords.verify(approval.bodyHash, secret)) return approval;
    }
    return null;
  };

  const note = (
    tx: AuditRepos,
    actor: Actor,
    action: AuditAction,
    about: Pick<Approval, 'act' | 'subjectId'>,
    subject: string | null,
    detail: Record<string, string | boolean> = {},
  ) =>
    tx.audit.insert({
      ...auditEntry(actor, clock.now(), action, subject, { act: about.act, ...detail }),
      subjectId: about.subjectId,
    });

  const ask = async (actor: Actor, call: AskedCall, description: ActDescription): Promise<number> => {
    const bodyHash = await passwords.hash(await secretOf(call)); // slow, so outside the transaction
    const { act, method, path } = call;
    const { subjectCode, ...about } = description;
    return transact(async (tx) => {
      const since = new Date(clock.now().getTime() - LISTED_MS);
      const waiting = (await tx.approvals.since(since)).filter(
        (each) => each.askedBy === actor.personId && stateOf(each, clock.now()) === 'waiting',
      );
      if (waiting.length >= WAITING_MAX) throw new AppError('too_many_requests');
      const asked = { ...about, act, method, path, bodyHash, askedBy: actor.personId, askedAt: clock.now() };
      await note(tx, actor, 'approval_asked', { act, ...about }, subjectCode ?? about.subject);
      return tx.approvals.insert(asked);
    });
  };

  return {
    /** Fails with `approval_needed` until another administrator has approved this very call. */
    async requireApproval(actor: Actor, call: AskedCall): Promise<void> {
      // What others may do reaches no account of an administrator; the route itself refuses it.
      if (!isAdministrator(actor.role) || !(await repos.signInSettings.read()).needsApproval) return;
      const administrators = await repos.accounts.administratorsWhoSignIn();
      if (!administrators.some(({ id }) => id !== actor.personId)) return;
      const description = await describeAct(actor, call);
      if (!description) return;
      // Before an approval is used up by a call that is refused for it.
      requireConfirmation(actor);
      const found = await findOpen(actor, call, description);
      if (found?.isApproved !== true)
        throw new AppError('approval_needed', {
          approvalId: found?.id ?? (await ask(actor, call, description)),
        });
      await transact(async (tx) => {
        await tx.accounts.lockRoles();
        if (!(await isStillApproved(tx, found)) || !(await tx.approvals.use(found.id, clock.now())))
          throw new AppError('approval_needed');
        await note(tx, actor, 'approval_used', found, description.subjectCode ?? found.subject);
      });
    },

    async list(actor: Actor): Promise<ListedApproval[]> {
      const now = clock.now();
      const found = await repos.approvals.since(new Date(now.getTime() - LISTED_MS));
      const listed = found.map((approval) => ({
        ...approval,
        state: stateOf(approval, now),
        expiresAt: expiryOf(approval),
        isOwn: approval.askedBy === actor.personId,
      }));
      return [
        ...listed.filter(({ state }) => state === 'waiting'),
        ...listed.filter(({ state }) => state !== 'waiting'),
      ];
    },

    /** Nobody decides about their own request. */
    async decide(actor: Actor, id: number, isApproved: boolean): Promise<void> {
      await transact(async (tx) => {
        const approval = await tx.approvals.byId(id);
        if (!approval || stateOf(approval, clock.now()) !== 'waiting')
          throw new AppError('approval_not_found');
        if (approval.askedBy === actor.personId) throw new AppError('approval_own');
        if (!mayDecide(actor.personId, approval, await tx.accounts.administratorsWhoSignIn()))
          throw new AppError('forbidden');
        if (!(await tx.approvals.decide(id, { by: actor.personId, at: clock.now(), isApproved })))
          throw new AppError('approval_not_found');
        const person = approval.subjectId === null ? null : await tx.people.byId(approval.subjectId);
        await note(tx, actor, 'approval_decided', approval, person?.code ?? approval.subject, {
          approved: isApproved,
        });
      });
    },
  };
}
