import type { AnalyticsRepos } from './analytics/analytics.ports.ts';
import type { AttendanceRepos, HolidayCalendarReader } from './attendance/attendance.ports.ts';
import type { EvidenceRepos, NetworkRules } from './attendance/evidence/evidence.ports.ts';
import type { CardRepos } from './attendance/kiosk/cards/cards.ports.ts';
import type { KioskCareRepos } from './attendance/kiosk/care/care.ports.ts';
import type { ExitPinRepos } from './attendance/kiosk/exit/exit-pin.ports.ts';
import type { KioskRepos } from './attendance/kiosk/kiosk.ports.ts';
import type { KioskMovementRepos } from './attendance/kiosk/movement/movement.ports.ts';
import type { EvidenceSealing, KioskQueueRepos } from './attendance/kiosk/queue/queue.ports.ts';
import type { DrillRepos } from './attendance/today/present/drill.ports.ts';
import type { PresentRepos } from './attendance/today/present/present.ports.ts';
import type { TodayRepos } from './attendance/today/today.ports.ts';
import type { AuditRepos } from './audit/audit.ports.ts';
import type { ApprovalRepos } from './auth/approvals/approvals.ports.ts';
import type { AuthRepos, PasswordHasher, PasswordStrength } from './auth/auth.ports.ts';
import type { FactorRepos, PasskeyLibrary } from './auth/factors/factors.ports.ts';
import type { LinkRepos } from './auth/links/links.ports.ts';
import type { PinRepos } from './auth/pins/pins.ports.ts';
import type { OpenIdClient, ProviderRepos } from './auth/providers/providers.ports.ts';
import type { TokenRepos } from './auth/tokens/tokens.ports.ts';
import type {
  BackupRepos,
  Maintenance,
  PassphraseKdf,
  RestoreTarget,
  Snapshots,
} from './backup/backup.ports.ts';
import type { ClassRepos } from './classes/classes.ports.ts';
import type { ClockGuardRepos, FutureDayRepos, ReferenceClocks } from './clock-guard/clock-guard.ports.ts';
import type { DemoMode } from './demo-data/demo-mode.ts';
import type { Events } from './events/events.ports.ts';
import type {
  FaceEngineSource,
  FaceOpener,
  FaceRepos,
  InstallationKeys,
  ScrubFaceFiles,
} from './faces/face.ports.ts';
import type { FaceGallery } from './faces/gallery.ports.ts';
import type { InstallationRepos } from './faces/installation/installation.ports.ts';
import type { ImportRepos } from './import/import.ports.ts';
import type { JobRepos } from './jobs/jobs.ports.ts';
import type { Clock } from './kernel/clock.ts';
import type { RandomSource } from './kernel/random.ts';
import type { TableReader } from './kernel/tables/uploaded-table.ts';
import type { Transact } from './kernel/transact.ts';
import type { MailTransport, OutboxRepos } from './mail/mail.ports.ts';
import type { NoticeRepos } from './notices/notices.ports.ts';
import type { FileStore, OperationRepos } from './operations/operations.ports.ts';
import type { PeopleRepos } from './people/people.ports.ts';
import type { PrivacyRepos } from './privacy/privacy.ports.ts';
import type { RetentionRepos } from './privacy/retention.ports.ts';
import type { ReportRepos } from './reports/report.ports.ts';
import type { FirstStepRepos } from './settings/first-steps/first-steps.ports.ts';
import type { SettingsRepos, SetupCode } from './settings/settings.ports.ts';

/** All repositories of a database. Each service lists the ones it uses in its own `Repos`. */
export interface Repositories
  extends PeopleRepos,
    AuthRepos,
    FactorRepos,
    ProviderRepos,
    ApprovalRepos,
    LinkRepos,
    TokenRepos,
    OutboxRepos,
    AuditRepos,
    NoticeRepos,
    ClassRepos,
    SettingsRepos,
    FirstStepRepos,
    AttendanceRepos,
    TodayRepos,
    PresentRepos,
    DrillRepos,
    AnalyticsRepos,
    ReportRepos,
    OperationRepos,
    JobRepos,
    ClockGuardRepos,
    FutureDayRepos,
    BackupRepos,
    PrivacyRepos,
    RetentionRepos,
    ImportRepos,
    EvidenceRepos,
    KioskRepos,
    KioskMovementRepos,
    KioskQueueRepos,
    CardRepos,
    KioskCareRepos,
    ExitPinRepos,
    PinRepos,
    InstallationRepos,
    FaceRepos {}

/** Everything a host provides to core. Only services.ts and the hosts use all of it. */
export interface Ports {
  readonly clock: Clock;
  readonly referenceClocks: ReferenceClocks;
  readonly random: RandomSource;
  /** Opens everybody's faces beside the services; on hosts without threads they are opened here. */
  readonly faceOpener?: FaceOpener;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  /** Null on hosts without passkeys. */
  readonly passkeys: PasskeyLibrary | null;
  /** Null on hosts that no kiosk can lose. */
  readonly evidenceSealing: EvidenceSealing | null;
  /** Null on hosts without identity providers. */
  readonly openId: OpenIdClient | null;
  /** Null where no mail is sent. */
  readonly mail: MailTransport | null;
  /** The address of this server for people, without a slash at the end; null where nobody set it. */
  readonly publicUrl: string | null;
  readonly networks: NetworkRules;
  readonly repos: Repositories;
  readonly transact: Transact<Repositories>;
  readonly events: Events;
  /**
   * This process among the servers on one database. `hasNewFiles`: its folder of files may take the place of the one
   * before, although the files that the database names are not in it.
   */
  readonly server: { readonly id: string; readonly isAlone: boolean; readonly hasNewFiles?: boolean };
  readonly files: FileStore;
  readonly tables: TableReader;
  readonly calendars: HolidayCalendarReader;
  readonly snapshots: Snapshots;
  readonly restoreTarget: RestoreTarget<Repositories>;
  readonly maintenance: Maintenance;
  readonly kdf: PassphraseKdf;
  readonly faceEngine: FaceEngineSource;
  readonly gallery: FaceGallery;
  readonly masterKeys: InstallationKeys;
  readonly scrubFaceFiles: ScrubFaceFiles;
  readonly demo: DemoMode;
  readonly setupCode: SetupCode;
}
