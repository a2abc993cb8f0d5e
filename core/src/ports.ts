import type { AnalyticsRepos } from './analytics/analytics.ports.ts';
import type { AttendanceRepos, HolidayCalendarReader } from './attendance/attendance.ports.ts';
import type { AuditRepos } from './audit/audit.ports.ts';
import type { AuthRepos, PasswordHasher } from './auth/auth.ports.ts';
import type { BackupRepos, PassphraseKdf, RestoreTarget, Snapshots } from './backup/backup.ports.ts';
import type { ClassRepos } from './classes/classes.ports.ts';
import type { DemoMode } from './demo-data/demo-mode.ts';
import type { Events } from './events/events.ports.ts';
import type { FaceEngineSource, FaceGallery, FaceRepos, MasterKeys } from './faces/face.ports.ts';
import type { ImportRepos } from './import/import.ports.ts';
import type { Clock } from './kernel/clock.ts';
import type { RandomSource } from './kernel/random.ts';
import type { Transact } from './kernel/transact.ts';
import type { NoticeRepos } from './notices/notices.ports.ts';
import type { FileStore, OperationRepos } from './operations/operations.ports.ts';
import type { PeopleRepos } from './people/people.ports.ts';
import type { PrivacyRepos } from './privacy/privacy.ports.ts';
import type { ReportRepos } from './reports/report.ports.ts';
import type { SettingsRepos, SetupCode } from './settings/settings.ports.ts';
import type { TableReader } from './tables/uploaded-table.ts';

/** All repositories of a database. Each service lists the ones it uses in its own `Repos`. */
export interface Repositories
  extends PeopleRepos,
    AuthRepos,
    AuditRepos,
    NoticeRepos,
    ClassRepos,
    SettingsRepos,
    AttendanceRepos,
    AnalyticsRepos,
    ReportRepos,
    OperationRepos,
    BackupRepos,
    PrivacyRepos,
    ImportRepos,
    FaceRepos {}

/** Everything a host provides to core. Only services.ts and the hosts use all of it. */
export interface Ports {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly passwords: PasswordHasher;
  readonly repos: Repositories;
  readonly transact: Transact<Repositories>;
  readonly events: Events;
  readonly files: FileStore;
  readonly tables: TableReader;
  readonly calendars: HolidayCalendarReader;
  readonly snapshots: Snapshots;
  readonly restoreTarget: RestoreTarget<Repositories>;
  readonly kdf: PassphraseKdf;
  readonly faceEngine: FaceEngineSource;
  readonly gallery: FaceGallery;
  readonly masterKeys: MasterKeys;
  readonly demo: DemoMode;
  readonly setupCode: SetupCode;
}
