import type { Repositories } from '@rollcall/core/ports';
import { createAnalyticsRepository } from './analytics.repository.ts';
import { createAttendanceRepository } from './attendance.repository.ts';
import { createAuditRepository, createOperationRepository } from './audit.repositories.ts';
import { createClassRepository } from './classes.repository.ts';
import type { Db } from './connection.ts';
import { createFaceRepository } from './faces.repository.ts';
import { createNoticeRepository } from './notices.repository.ts';
import { createPeopleRepository } from './people.repository.ts';
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
    settings: createSettingsRepository(db),
    attendance: createAttendanceRepository(db),
    analytics: createAnalyticsRepository(db),
    operations: createOperationRepository(db),
    faces: createFaceRepository(db),
  };
}

export function createTransact(db: Db) {
  return <T>(work: (repos: Repositories) => Promise<T>): Promise<T> =>
    db.transaction((tx) => work(createRepositories(tx)));
}
