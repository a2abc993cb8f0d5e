import type { AnalyticsRepository } from './analytics/analytics.ports.ts';
import type { FollowUpRepository } from './analytics/follow-up.ports.ts';
import type { AttendanceRepository } from './attendance/attendance.ports.ts';
import type { CalendarRepository } from './attendance/calendar.ports.ts';
import type { CorrectionRepository } from './attendance/correction.ports.ts';
import type { FactsRepository } from './attendance/facts.ports.ts';
import type { AuditRepository } from './audit/audit.ports.ts';
import type {
  AttemptRepository,
  PasswordHasher,
  RandomSource,
  SessionRepository,
} from './auth/auth.ports.ts';
import type { PassphraseKdf } from './backup/archive-key.ts';
import type {
  BackupScheduleRepository,
  FileStore,
  OperationRepository,
  RestoreTarget,
  Snapshots,
} from './backup/backup.ports.ts';
import type { ClassMarkRepository } from './classes/class-marks.ports.ts';
import type { ClassRepository } from './classes/classes.ports.ts';
import type { Events } from './events/events.ports.ts';
import type { FaceEngine, FaceGallery, MasterKeys } from './faces/face.ports.ts';
import type { FaceRepository } from './faces/face-store.ports.ts';
import type { ImportRepository } from './import/import.ports.ts';
import type { NoticeRepository } from './notices/notices.ports.ts';
import type { PeopleRepository } from './people/people.ports.ts';
import type { PrivacyRepository } from './privacy/privacy.ports.ts';
import type { ReportRepository } from './reports/report.ports.ts';
import type { SettingsRepository } from './settings/settings.ports.ts';
import type { Clock } from './time/clock.ports.ts';

export interface Repositories {
  readonly people: PeopleRepository;
  readonly sessions: SessionRepository;
  readonly attempts: AttemptRepository;
  readonly audit: AuditRepository;
  readonly notices: NoticeRepository;
  readonly classes: ClassRepository;
  readonly classMarks: ClassMarkRepository;
  readonly settings: SettingsRepository;
  readonly attendance: AttendanceRepository;
  readonly facts: FactsRepository;
  readonly calendar: CalendarRepository;
  readonly corrections: CorrectionRepository;
  readonly analytics: AnalyticsRepository;
  readonly followUp: FollowUpRepository;
  readonly reports: ReportRepository;
  readonly operations: OperationRepository;
  readonly backupSchedule: BackupScheduleRepository;
  readonly privacy: PrivacyRepository;
  readonly imports: ImportRepository;
  readonly faces: FaceRepository;
}

/** Everything a service may need from outside. A service asks for its part with `Pick<Ports, …>`. */
export interface Ports {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly repos: Repositories;
  /**
   * All or nothing. Inside, use only the repositories handed in: on the embedded database there is one
   * session, and a query outside the open transaction would wait for it forever.
   */
  readonly transact: <T>(work: (repos: Repositories) => Promise<T>) => Promise<T>;
  readonly events: Events;
  readonly files: FileStore;
  readonly snapshots: Snapshots;
  readonly restoreTarget: RestoreTarget;
  readonly kdf: PassphraseKdf;
  /** The engine, or why there is none at this moment: it loads its models while the server already answers. */
  readonly faceEngine: () => FaceEngine | 'starting' | 'unavailable';
  readonly gallery: FaceGallery;
  readonly masterKeys: MasterKeys;
  readonly demo: DemoMode;
  readonly setupCode: SetupCode;
}

/** Whether this host runs the demo school, and with which well-known accounts. */
export type DemoMode = { readonly on: false } | { readonly on: true; readonly credentials: DemoCredentials };

export interface DemoCredentials {
  readonly admin: { readonly password: string };
  readonly user: { readonly username: string; readonly password: string };
}

/** The one-time code that proves the first visitor can read the server's console. */
export interface SetupCode {
  matches(code: string): boolean;
}
