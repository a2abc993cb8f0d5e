import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { AuthRepos, JudgePassword, PasswordHasher } from '../auth/auth.ports.ts';
import { ADMIN_ACCOUNT } from '../auth/auth.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { hexDigest } from '../kernel/random.ts';
import { createZone, isTimeZone } from '../kernel/zones/zone-data.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PrivacyRepos } from '../privacy/privacy.ports.ts';
import { DEFAULT_PRIVACY } from '../privacy/privacy.rules.ts';
import type { FirstStepRepos } from './first-steps/first-steps.ports.ts';
import type { SettingsRepos, SetupCode } from './settings.ports.ts';
import { DEFAULT_WORKING_DAYS } from './settings.rules.ts';
import type { Institution, InstitutionKind } from './settings.types.ts';

type Repos = AuditRepos & AuthRepos & FirstStepRepos & PeopleRepos & PrivacyRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly setupCode: SetupCode;
  readonly judgePassword: JudgePassword;
}

interface SetupRequest extends Pick<Institution, 'name' | 'timeZone'> {
  /** A university without it: the page asks everybody, scripts of earlier versions say nothing. */
  readonly kind?: InstitutionKind | undefined;
  readonly code: string;
  readonly password: string;
}

/** The digest that is stored instead of a printed code. Dashes, blanks and case do not matter. */
const digestOf = (code: string): Promise<string> =>
  hexDigest(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));

/** Sets up an empty installation: its first owner and the institution. */
export function createSetupService({
  clock,
  passwords,
  repos,
  transactAndPublish,
  setupCode,
  judgePassword,
}: Needs) {
  const isNeeded = async () => (await repos.people.administrators()).length === 0;

  /**
   * Wrong codes are not limited: nobody guesses one of 31^12, and a limit would let anybody keep the owner of the
   * console out.
   */
  const checkCode = async (code: string): Promise<void> => {
    if (setupCode.matches(code) || (await repos.setupCodes.has(await digestOf(code)))) return;
    throw new AppError('invalid_setup_code');
  };

  return {
    isNeeded,

    /** Makes the code that a server prints valid at every server. False when the institution is set up. */
    async offer(code: string): Promise<boolean> {
      if (!(await isNeeded())) return false;
      await repos.setupCodes.add(await digestOf(code), clock.now());
      return true;
    },

    async run(request: SetupRequest, address: string): Promise<void> {
      if (!(await isNeeded())) throw new AppError('already_set_up');
      await checkCode(request.code);
      if (!isTimeZone(request.timeZone)) {
        throw new AppError('invalid_input', { fields: { time_zone: 'This is not a known time zone.' } });
      }
      const owner = { kind: 'admin', role: 'owner', name: request.name, username: 'admin' } as const;
      await judgePassword(request.password, owner, 'password');
      const hash = await passwords.hash(request.password);
      const at = clock.now();
      await transactAndPublish(['settings', 'people'], async (tx) => {
        await tx.settings.lockSeeding(); // somebody else may set it up at this moment, at another server
        if ((await tx.people.administrators()).length > 0) throw new AppError('already_set_up');
        const admin = await tx.people.insert({
          code: 'admin',
          name: 'Administrator',
          username: 'admin',
          kind: 'admin',
          role: 'owner',
          classSection: null,
          registeredOn: createZone(request.timeZone).dateOf(at),
        });
        await tx.people.setPasswordHash(admin.id, hash, at);
        await tx.settings.saveInstitution({
          name: request.name,
          kind: request.kind ?? 'university',
          timeZone: request.timeZone,
          isDemo: false,
          workingDays: DEFAULT_WORKING_DAYS,
        });
        // Pupils look more alike than adults; a primary school still has to say so.
        if (request.kind === 'school') await tx.settings.saveAges('from_12');
        await tx.firstSteps.open();
        // Nobody is registered yet, so the strict rule takes nothing from anybody.
        await tx.privacy.saveSettings({ ...DEFAULT_PRIVACY, consentRequired: true });
        await tx.setupCodes.clear();
        await tx.audit.insert(
          auditEntry({ personId: admin.id, name: ADMIN_ACCOUNT, address }, at, 'set_up', request.name),
        );
      });
    },
  };
}
