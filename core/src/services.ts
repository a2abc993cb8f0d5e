import { createAnalyticsService } from './analytics/analytics.service.ts';
import { createFollowUpService } from './analytics/follow-up.service.ts';
import { createPersonalService } from './analytics/personal.service.ts';
import { createAttendanceService } from './attendance/attendance.service.ts';
import { createCalendarService } from './attendance/calendar.service.ts';
import { createCalendarRepair } from './attendance/calendar-repair.service.ts';
import { createClosingService } from './attendance/closing.service.ts';
import { createCorrectionService } from './attendance/correction.service.ts';
import { createAuditService } from './audit/audit.service.ts';
import { createAttemptGuard } from './auth/attempt-guard.ts';
import { createAuthService } from './auth/auth.service.ts';
import { createRetentionSeal } from './backup/archive/retention-seal.ts';
import { createBackupService } from './backup/backup.service.ts';
import { createKeyExportService } from './backup/key-export.service.ts';
import { createRestoreService } from './backup/restore.service.ts';
import { createBackupVerifier } from './backup/verify-backup.ts';
import { createClassSheetService } from './classes/class-sheet.service.ts';
import { createClassService } from './classes/classes.service.ts';
import { createClockGuard } from './clock-guard/clock-guard.service.ts';
import { createFutureDaysService } from './clock-guard/future-days.service.ts';
import { createDemoService } from './demo-data/demo.service.ts';
import { createEventHub } from './events/event-hub.ts';
import { createTransactAndPublish } from './events/publish.ts';
import { createEnrolmentService } from './faces/enrolment.service.ts';
import { createFaceStatusService } from './faces/face-status.service.ts';
import { createFaceUpkeepService } from './faces/face-upkeep.service.ts';
import { createGallerySync } from './faces/gallery-sync.ts';
import { createGroupIdentificationService } from './faces/group-identification.service.ts';
import { createImageAnalyser } from './faces/image-analyser.ts';
import { createRecognitionService } from './faces/recognition.service.ts';
import { createTemplateVault } from './faces/template-vault.ts';
import { createAttendanceImportService } from './import/attendance-import.service.ts';
import { createPeopleImportService } from './import/people-import.service.ts';
import { createPhotoImportService } from './import/photo-import.service.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { INTERRUPTED } from './jobs/jobs.rules.ts';
import { createNoticeService } from './notices/notices.service.ts';
import { createFilePlace } from './operations/file-place.ts';
import { createUploads } from './operations/uploads.ts';
import { createPeopleService } from './people/people.service.ts';
import { createPeopleReach } from './people/people-reach.ts';
import type { Ports } from './ports.ts';
import { createConsentService, createMyDataService } from './privacy/consent.service.ts';
import { createRetentionService } from './privacy/retention.service.ts';
import { createReportService } from './reports/report.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { createSetupService } from './settings/setup.service.ts';

/** Creates every service from the ports of a host. The only file that imports all features. */
export function createServices(given: Ports & { readonly defaultTimeZone: string }) {
  const filePlace = createFilePlace(given);
  const ports = { ...given, files: filePlace.files };
  const clockGuard = createClockGuard(ports);
  const jobs = createJobRunner({
    ...ports,
    beforeClaims: async () => {
      await filePlace.check();
      await ports.repos.operations.failInterrupted(INTERRUPTED);
    },
    isPaused: () => ports.maintenance.isOn(),
    hasFiles: () => (filePlace.status() ?? 'ok') === 'ok',
    isClockTrusted: () => clockGuard.status().state === 'trusted',
  });
  const transactAndPublish = createTransactAndPublish(ports);
  const settings = createSettingsService({ ...ports, transactAndPublish });
  const guardAttempt = createAttemptGuard(ports);
  const reach = createPeopleReach(ports);
  const vault = createTemplateVault({ keys: ports.masterKeys, random: ports.random });
  const gallerySync = createGallerySync({ ...ports, vault });
  const uploads = createUploads(ports);
  const shared = {
    ...ports,
    jobs,
    settings,
    reach,
    guardAttempt,
    transactAndPublish,
    vault,
    gallerySync,
    uploads,
    clockGuard,
  };
  const images = createImageAnalyser(ports);
  const attendance = createAttendanceService(shared);
  const consent = createConsentService(shared);
  const classes = createClassService(shared);
  const needs = { ...shared, attendance, consent, images, classes };
  const calendarRepair = createCalendarRepair(needs);
  const enrolment = createEnrolmentService(needs);
  const auth = createAuthService(needs);
  const retentionSeal = createRetentionSeal({
    ...ports,
    keys: ports.masterKeys,
    schema: ports.restoreTarget.schemaVersion,
    institution: settings.institution,
  });
  return {
    jobs,
    /** Whether this server has the files of all servers. */
    filePlace: { check: filePlace.check, status: filePlace.status },
    gallerySync,
    vault,
    faceStatus: createFaceStatusService(needs),
    faceUpkeep: createFaceUpkeepService(needs),
    enrolment,
    recognition: createRecognitionService(needs),
    demo: ports.demo,
    events: ports.events,
    eventHub: createEventHub({ events: ports.events, aliveAmong: auth.aliveAmong }),
    settings,
    clockGuard,
    futureDays: createFutureDaysService(needs),
    auth,
    setup: createSetupService(needs),
    audit: createAuditService(needs),
    people: createPeopleService(needs),
    notices: createNoticeService(needs),
    classes,
    classSheet: createClassSheetService(needs),
    groupIdentification: createGroupIdentificationService(needs),
    attendance,
    calendar: createCalendarService({ ...needs, calendarRepair }),
    calendarRepair,
    corrections: createCorrectionService(needs),
    closing: createClosingService(needs),
    analytics: createAnalyticsService(needs),
    personal: createPersonalService(needs),
    followUp: createFollowUpService(needs),
    reports: createReportService(needs),
    backup: createBackupService({ ...needs, verifyBackup: createBackupVerifier(needs) }),
    keyExport: createKeyExportService(needs),
    restore: createRestoreService(needs),
    consent,
    retention: createRetentionService({ ...needs, retentionSeal }),
    myData: createMyDataService(needs),
    peopleImport: createPeopleImportService(needs),
    attendanceImport: createAttendanceImportService(needs),
    photoImport: createPhotoImportService({ ...needs, enrolment }),
    demoData: createDemoService(needs),
  };
}

export type Services = ReturnType<typeof createServices>;
