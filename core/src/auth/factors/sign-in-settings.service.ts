import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import { type Actor, ROLES } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { FactorRepos } from './factors.ports.ts';
import type { SignInSettings } from './factors.types.ts';

type Repos = AuditRepos & FactorRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
}

export function createSignInSettingsService({ clock, repos, transact }: Needs) {
  return {
    read: (): Promise<SignInSettings> => repos.signInSettings.read(),

    /** Whoever lacks a second factor from now on sets one up before anything else. */
    async save(actor: Actor, given: SignInSettings): Promise<void> {
      const secondFactorRoles = ROLES.filter((role) => given.secondFactorRoles.includes(role));
      const { needsApproval } = given;
      const detail = { second_factor_roles: secondFactorRoles.join(', '), needs_approval: needsApproval };
      await transact(async (tx) => {
        await tx.signInSettings.save({ secondFactorRoles, needsApproval });
        await tx.audit.insert(auditEntry(actor, clock.now(), 'sign_in_settings_saved', null, detail));
      });
    },
  };
}
