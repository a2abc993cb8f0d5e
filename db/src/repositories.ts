import type { Repositories } from '@rollcall/core/ports';
import type { Db } from './connection.ts';
import { createAccountRepository } from './repositories/accounts/accounts.repository.ts';
import {
  createApprovalRepository,
  createSignInSettingsRepository,
} from './repositories/accounts/approvals.repository.ts';
import { createClassTeacherRepository } from './repositories/accounts/class-teachers.repository.ts';
import {
  createFactorRepository,
  createTicketRepository,
} from './repositories/accounts/factors.repository.ts';
import { createLinkRepository } from './repositories/accounts/links.repository.ts';
import { createProviderAttemptRepository } from './repositories/accounts/provider-attempts.repository.ts';
import { createProviderRepository } from './repositories/accounts/providers.repository.ts';
import {
  createAttemptRepository,
  createDeviceRepository,
  createSessionRepository,
} from './repositories/accounts/sign-in.repositories.ts';
import { createTokenRepository } from './repositories/accounts/tokens.repository.ts';
import { createAnalyticsRepository } from './repositories/analytics/analytics.repository.ts';
import { createChartRepository } from './repositories/analytics/charts.repository.ts';
import { createAttendanceRepository } from './repositories/attendance.repository.ts';
import { createAuditRepository } from './repositories/audit/audit.repository.ts';
import { createCalendarRepository } from './repositories/calendar.repository.ts';
import { createCalendarHistoryRepository } from './repositories/calendar-history.repository.ts';
import { createClassMarkRepository } from './repositories/classes/class-marks.repository.ts';
import { createClassRepository } from './repositories/classes/classes.repository.ts';
import {
  createFutureDayRepository,
  createKnownTimeRepository,
} from './repositories/clock-guard.repositories.ts';
import { createCorrectionRepository } from './repositories/days/corrections.repository.ts';
import { createDrillRepository } from './repositories/days/drills.repository.ts';
import { createPresentRepository } from './repositories/days/present.repository.ts';
import { createTodayRepository } from './repositories/days/today.repository.ts';
import { createEvidenceRepository } from './repositories/faces/evidence.repository.ts';
import { createFaceRepository } from './repositories/faces/faces.repository.ts';
import { createInstallationRepository } from './repositories/faces/installation.repository.ts';
import { createFactsRepository } from './repositories/facts.repository.ts';
import { createFollowUpRepository } from './repositories/follow-up.repository.ts';
import { createImportRepository } from './repositories/import.repository.ts';
import { createCardRepository } from './repositories/kiosks/cards.repository.ts';
import { createExitPinRepository } from './repositories/kiosks/exit-pin.repository.ts';
import { createKioskCareRepository } from './repositories/kiosks/kiosk-care.repository.ts';
import { createKioskMovementRepository } from './repositories/kiosks/kiosk-movements.repository.ts';
import { createKioskQueueRepository } from './repositories/kiosks/kiosk-queue.repository.ts';
import { createKioskRepository } from './repositories/kiosks/kiosks.repository.ts';
import { createPhoneRepository } from './repositories/kiosks/phones.repository.ts';
import { createPinRepository } from './repositories/kiosks/pins.repository.ts';
import { createNoticeRepository } from './repositories/notices.repository.ts';
import { createPeopleRepository } from './repositories/people.repository.ts';
import { createPrivacyRepository } from './repositories/privacy.repository.ts';
import { createReportRepository } from './repositories/reports.repository.ts';
import { createRetentionRepository } from './repositories/retention.repository.ts';
import { createSettingsRepository, createSetupCodeRepository } from './repositories/settings.repository.ts';
import {
  createBackupScheduleRepository,
  createFilePlaceRepository,
  createOperationRepository,
} from './repositories/work/backup.repositories.ts';
import { createFirstStepRepository } from './repositories/work/first-steps.repository.ts';
import { createJobRepository } from './repositories/work/jobs.repository.ts';
import { createOutboxRepository } from './repositories/work/outbox.repository.ts';
import { retryConflicts } from './retry.ts';

export function createRepositories(db: Db): Repositories {
  return {
    people: createPeopleRepository(db),
    kiosks: createKioskRepository(db),
    kioskMovements: createKioskMovementRepository(db),
    kioskQueue: createKioskQueueRepository(db),
    kioskCare: createKioskCareRepository(db),
    pins: createPinRepository(db),
    cards: createCardRepository(db),
    phones: createPhoneRepository(db),
    exitPin: createExitPinRepository(db),
    sessions: createSessionRepository(db),
    attempts: createAttemptRepository(db),
    devices: createDeviceRepository(db),
    accounts: createAccountRepository(db),
    links: createLinkRepository(db),
    tokens: createTokenRepository(db),
    outbox: createOutboxRepository(db),
    factors: createFactorRepository(db),
    providers: createProviderRepository(db),
    providerAttempts: createProviderAttemptRepository(db),
    tickets: createTicketRepository(db),
    signInSettings: createSignInSettingsRepository(db),
    approvals: createApprovalRepository(db),
    audit: createAuditRepository(db),
    notices: createNoticeRepository(db),
    classes: createClassRepository(db),
    classMarks: createClassMarkRepository(db),
    classTeachers: createClassTeacherRepository(db),
    settings: createSettingsRepository(db),
    firstSteps: createFirstStepRepository(db),
    setupCodes: createSetupCodeRepository(db),
    attendance: createAttendanceRepository(db),
    facts: createFactsRepository(db),
    calendar: createCalendarRepository(db),
    calendarHistory: createCalendarHistoryRepository(db),
    corrections: createCorrectionRepository(db),
    today: createTodayRepository(db),
    present: createPresentRepository(db),
    drills: createDrillRepository(db),
    analytics: createAnalyticsRepository(db),
    charts: createChartRepository(db),
    followUp: createFollowUpRepository(db),
    reports: createReportRepository(db),
    knownTime: createKnownTimeRepository(db),
    futureDays: createFutureDayRepository(db),
    jobs: createJobRepository(db),
    operations: createOperationRepository(db),
    filePlaces: createFilePlaceRepository(db),
    backupSchedule: createBackupScheduleRepository(db),
    privacy: createPrivacyRepository(db),
    retention: createRetentionRepository(db),
    imports: createImportRepository(db),
    faces: createFaceRepository(db),
    evidence: createEvidenceRepository(db),
    installation: createInstallationRepository(db),
  };
}

/**
 * Runs work in one transaction, with repositories bound to it, and again after a deadlock. `guard` refuses it while a
 * restore runs.
 */
export function createTransact(db: Db, guard: (tx: Db) => Promise<void> = async () => {}) {
  return <T>(work: (repos: Repositories) => Promise<T>): Promise<T> =>
    retryConflicts(() =>
      db.transaction(async (tx) => {
        await guard(tx);
        return work(createRepositories(tx));
      }),
    );
}
