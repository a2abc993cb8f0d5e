import { createAnalyticsService } from './analytics/analytics.service.ts';
import { createFollowUpService } from './analytics/follow-up.service.ts';
import { createPersonalService } from './analytics/personal.service.ts';
import { createAttendanceService } from './attendance/attendance.service.ts';
import { createCalendarService } from './attendance/calendar.service.ts';
import { createClosingService } from './attendance/closing.service.ts';
import { createCorrectionService } from './attendance/correction.service.ts';
import { createAuditService } from './audit/audit.service.ts';
import { createAttemptGuard } from './auth/attempt-guard.ts';
import { createAuthService } from './auth/auth.service.ts';
import { createBackupService } from './backup/backup.service.ts';
import { createKeyExportService } from './backup/key-export.service.ts';
import { createRestoreService } from './backup/restore.service.ts';
import { createClassSheetService } from './classes/class-sheet.service.ts';
import { createClassService } from './classes/classes.service.ts';
import { createDemoService } from './demo-data/demo.service.ts';
import { createAnnouncing } from './events/announcing.ts';
import { createAnalyseImage } from './faces/analyse-image.ts';
import { createEnrolmentService } from './faces/enrolment.service.ts';
import { createFaceStatusService } from './faces/face-status.service.ts';
import { createGalleryKeeper } from './faces/gallery-keeper.ts';
import { createGroupIdentificationService } from './faces/group-identification.service.ts';
import { createRecognitionService } from './faces/recognition.service.ts';
import { createTemplateVault } from './faces/template-vault.ts';
import { createAttendanceImportService } from './import/attendance-import.service.ts';
import { createPeopleImportService } from './import/people-import.service.ts';
import { createPhotoImportService } from './import/photo-import.service.ts';
import { createNoticeService } from './notices/notices.service.ts';
import { createPeopleService } from './people/people.service.ts';
import type { Ports } from './ports.ts';
import { createConsentService } from './privacy/consent.service.ts';
import { createMyDataService } from './privacy/my-data.service.ts';
import { createRetentionService } from './privacy/retention.service.ts';
import { createReportService } from './reports/report.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { createSetupService } from './settings/setup.service.ts';

/** The whole product without its walls: hand in the ports, get what it can do. */
export function createServices(ports: Ports & { readonly defaultTimeZone: string }) {
  const announcing = createAnnouncing(ports);
  const settings = createSettingsService({ ...ports, announcing });
  const guarded = createAttemptGuard(ports);
  const needs = { ...ports, settings, guarded, announcing };
  const images = createAnalyseImage(ports);
  const vault = createTemplateVault({ keys: ports.masterKeys, random: ports.random });
  const galleryKeeper = createGalleryKeeper({ ...ports, vault });
  const attendance = createAttendanceService(needs);
  const consent = createConsentService({ ...needs, keeper: galleryKeeper });
  const faceNeeds = { ...needs, attendance, consent, images, vault, keeper: galleryKeeper };
  const classes = createClassService(needs);
  const enrolment = createEnrolmentService(faceNeeds);
  return {
    galleryKeeper,
    vault,
    faceStatus: createFaceStatusService(faceNeeds),
    enrolment,
    recognition: createRecognitionService(faceNeeds),
    demo: ports.demo,
    events: ports.events,
    settings,
    auth: createAuthService(needs),
    setup: createSetupService(needs),
    audit: createAuditService(needs),
    people: createPeopleService(needs),
    notices: createNoticeService(needs),
    classes,
    classSheet: createClassSheetService({ ...needs, classes }),
    groupIdentification: createGroupIdentificationService({ ...faceNeeds, classes }),
    attendance,
    calendar: createCalendarService(needs),
    corrections: createCorrectionService(needs),
    closing: createClosingService(needs),
    analytics: createAnalyticsService(needs),
    personal: createPersonalService(needs),
    followUp: createFollowUpService(needs),
    reports: createReportService(needs),
    backup: createBackupService(needs),
    keyExport: createKeyExportService(needs),
    restore: createRestoreService({ ...needs, keeper: galleryKeeper }),
    consent,
    retention: createRetentionService({ ...needs, keeper: galleryKeeper }),
    myData: createMyDataService(needs),
    peopleImport: createPeopleImportService(needs),
    attendanceImport: createAttendanceImportService(needs),
    photoImport: createPhotoImportService({ ...needs, enrolment }),
    demoData: createDemoService(needs),
  };
}

export type Services = ReturnType<typeof createServices>;
