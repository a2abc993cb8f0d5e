import type { Repositories } from '@rollcall/core/ports';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { createBackupScheduleRepository, createOperationRepository } from './archive.repositories.ts';
import { createAttendanceRepository } from './attendance.repository.ts';
import { createAuditRepository } from './audit.repositories.ts';
import { createCalendarRepository } from './calendar.repository.ts';
import { createClassMarkRepository } from './class-marks.repository.ts';
import { createClassRepository } from './classes.repository.ts';
import type { Db } from './connection.ts';
import { createCorrectionRepository } from './corrections.repository.ts';
import { createFaceRepository } from './faces.repository.ts';
import { createFactsRepository } from './facts.repository.ts';
import { createFollowUpRepository } from './follow-up.repository.ts';
import { createImportRepository } from './import.repository.ts';
import { createNoticeRepository } from './notices.repository.ts';
import { createPeopleRepository } from './people.repository.ts';
import { createPrivacyRepository } from './privacy.repository.ts';
import { createReportRepository } from './reports.repository.ts';
import { createSettingsRepository } from './settings.repository.ts';
import { createAttemptRepository, createSessionRepository } from './sign-in.repositories.ts';

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

export function createTransact(db: Db) {
  return <T>(work: (repos: Repositories) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work(createRepositories(tx)));
}
