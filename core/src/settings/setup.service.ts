import { auditOf } from '../audit/audit.service.ts';
import type { AttemptGuard } from '../auth/attempt-guard.ts';
import { ADMIN_ACCOUNT } from '../auth/auth.service.ts';
import { AppError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { createZone, isTimeZone } from '../time/zone.ts';
import { DEFAULT_WORKING_DAYS } from './settings.rules.ts';
import type { Institution } from './settings.types.ts';

type Needs = Pick<Ports, 'clock' | 'passwords' | 'repos' | 'transact' | 'setupCode'> & {
  guarded: AttemptGuard;
};

export interface SetupRequest extends Pick<Institution, 'name' | 'timeZone'> {
  readonly code: string;
  readonly password: string;
}

/** The first visit to an empty installation. */
export function createSetupService({ clock, passwords, repos, transact, setupCode, guarded }: Needs) {
  const isNeeded = async () => (await repos.people.administrator()) === null;

  const checkCode = (code: string, address: string) => {
    const attempt = { account: '(set-up)', address };
    return guarded(attempt, async () => {
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
          auditOf({ personId: admin.id, name: ADMIN_ACCOUNT, address }, at, 'set_up', request.name),
        );
      });
    },
  };
}
