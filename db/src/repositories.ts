import type { Repositories } from '@rollcall/core/ports';
import type { Db } from './connection.ts';
import { createAnalyticsRepository } from './repositories/analytics.repository.ts';
import { createAttendanceRepository } from './repositories/attendance.repository.ts';
import { createAuditRepository } from './repositories/audit.repository.ts';
import {
  createBackupScheduleRepository,
  createOperationRepository,
} from './repositories/backup.repositories.ts';
import { createCalendarRepository } from './repositories/calendar.repository.ts';
import { createClassMarkRepository } from './repositories/class-marks.repository.ts';
import { createClassRepository } from './repositories/classes.repository.ts';
import { createCorrectionRepository } from './repositories/corrections.repository.ts';
import { createFaceRepository } from './repositories/faces.repository.ts';
import { createFactsRepository } from './repositories/facts.repository.ts';
import { createFollowUpRepository } from './repositories/follow-up.repository.ts';
import { createImportRepository } from './repositories/import.repository.ts';
import { createNoticeRepository } from './repositories/notices.repository.ts';
import { createPeopleRepository } from './repositories/people.repository.ts';
import { createPrivacyRepository } from './repositories/privacy.repository.ts';
import { createReportRepository } from './repositories/reports.repository.ts';
import { createSettingsRepository } from './repositories/settings.repository.ts';
import { createAttemptRepository, createSessionRepository } from './repositories/sign-in.repositories.ts';

export function createRepositories(db: Db): Repositories {
  return {
    people: createPeopleRepository(db),
    sessions: createSessionRepository(db),
    attempts: createAttemptRepository(db),
    audit: createAuditRepository(db),
    notices: createNoticeRepository(db),
    classes: createClassRepository(db),
    classMarks: createClassMarkRepository(db),
    settings: createSettingsRepository(db),
    attendance: createAttendanceRepository(db),
    facts: createFactsRepository(db),
    calendar: createCalendarRepository(db),
    corrections: createCorrectionRepository(db),
    analytics: createAnalyticsRepository(db),
    followUp: createFollowUpRepository(db),
    reports: createReportRepository(db),
    operations: createOperationRepository(db),
    backupSchedule: createBackupScheduleRepository(db),
    privacy: createPrivacyRepository(db),
    imports: createImportRepository(db),
    faces: createFaceRepository(db),
  };
}

/** Runs work in one transaction, with repositories bound to it. */
export function createTransact(db: Db) {
  return <T>(work: (repos: Repositories) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work(createRepositories(tx)));
}
