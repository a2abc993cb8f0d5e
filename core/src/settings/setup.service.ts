import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { AttemptGuard, AuthRepos, PasswordHasher } from '../auth/auth.ports.ts';
import { ADMIN_ACCOUNT } from '../auth/auth.rules.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { Transact } from '../kernel/transact.ts';
import { createZone, isTimeZone } from '../kernel/zone.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsRepos, SetupCode } from './settings.ports.ts';
import { DEFAULT_WORKING_DAYS } from './settings.rules.ts';
import type { Institution } from './settings.types.ts';

type Repos = AuditRepos & AuthRepos & PeopleRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly setupCode: SetupCode;
  readonly guardAttempt: AttemptGuard;
}

interface SetupRequest extends Pick<Institution, 'name' | 'timeZone'> {
  readonly code: string;
  readonly password: string;
}

/** Sets up an empty installation: the administrator and the institution. */
export function createSetupService({ clock, passwords, repos, transact, setupCode, guardAttempt }: Needs) {
  const isNeeded = async () => (await repos.people.administrator()) === null;

  const checkCode = (code: string, address: string) => {
    const attempt = { account: '(set-up)', address };
    return guardAttempt(attempt, async () => {
      if (setupCode.matches(code)) return;
      await repos.attempts.recordFailure(attempt, clock.now());
      throw new AppError('invalid_setup_code');
    });
  };

  return {
    isNeeded,

    async run(request: SetupRequest, address: string): Promise<void> {
      if (!(await isNeeded())) throw new AppError('already_set_up');
      await checkCode(request.code, address);
      if (!isTimeZone(request.timeZone)) {
        throw new AppError('invalid_input', { fields: { time_zone: 'This is not a known time zone.' } });
      }
      const hash = await passwords.hash(request.password);
      const at = clock.now();
      await transact(async (tx) => {
        if (await tx.people.administrator()) throw new AppError('already_set_up');
        const admin = await tx.people.insert({
          code: 'admin',
          name: 'Administrator',
          username: 'admin',
          kind: 'admin',
          classSection: null,
          registeredOn: createZone(request.timeZone).dateOf(at),
        });
        await tx.people.setPasswordHash(admin.id, hash, at);
        await tx.settings.saveInstitution({
          name: request.name,
          timeZone: request.timeZone,
          isDemo: false,
          workingDays: DEFAULT_WORKING_DAYS,
        });
        await tx.audit.insert(
          auditEntry({ personId: admin.id, name: ADMIN_ACCOUNT, address }, at, 'set_up', request.name),
        );
      });
    },
  };
}
