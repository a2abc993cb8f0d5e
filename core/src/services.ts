import { createAnalyticsService } from './analytics/analytics.service.ts';
import { createChartService } from './analytics/charts.service.ts';
import { createFollowUpService } from './analytics/follow-up.service.ts';
import { createPersonalService } from './analytics/personal.service.ts';
import { createAttendanceService } from './attendance/attendance.service.ts';
import { createCalendarService } from './attendance/calendar.service.ts';
import { createCalendarRepair } from './attendance/calendar-repair.service.ts';
import { createClosingService } from './attendance/closing.service.ts';
import { createCorrectionService } from './attendance/correction.service.ts';
import { createEvidenceService } from './attendance/evidence/evidence.service.ts';
import { createCardService } from './attendance/kiosk/cards/cards.service.ts';
import { createKioskCards } from './attendance/kiosk/cards/kiosk-cards.service.ts';
import { createPhoneService } from './attendance/kiosk/cards/phones.service.ts';
import { createKioskHealth } from './attendance/kiosk/care/kiosk-health.service.ts';
import { createKioskSilence } from './attendance/kiosk/care/kiosk-silence.service.ts';
import { createExitPinService } from './attendance/kiosk/exit/exit-pin.service.ts';
import { createKioskAccess } from './attendance/kiosk/kiosk-access.service.ts';
import { createKioskAnswers } from './attendance/kiosk/kiosk-answers.service.ts';
import { createKioskMarks } from './attendance/kiosk/kiosk-marks.ts';
import { createKioskService } from './attendance/kiosk/kiosks.service.ts';
import { createKioskMovements } from './attendance/kiosk/movement/kiosk-movements.service.ts';
import { createKioskQueue } from './attendance/kiosk/queue/kiosk-queue.service.ts';
import { createSealingKeys } from './attendance/kiosk/queue/sealing-keys.service.ts';
import { createUnconfirmedEntries } from './attendance/kiosk/queue/unconfirmed.service.ts';
import { createDrillService } from './attendance/today/present/drill.service.ts';
import { createPresentService } from './attendance/today/present/present.service.ts';
import { createTodayExcuseService } from './attendance/today/today-excuse.service.ts';
import { createTodayListService } from './attendance/today/today-list.service.ts';
import { createTodayMarkService } from './attendance/today/today-marks.service.ts';
import { createAuditService } from './audit/audit.service.ts';
import { createApprovalService } from './auth/approvals/approvals.service.ts';
import { createDescribeAct } from './auth/approvals/describe-act.ts';
import { createAttemptGuard } from './auth/attempt-guard.ts';
import { createAuthService } from './auth/auth.service.ts';
import { normalising } from './auth/check-password.ts';
import { createConfirmationService } from './auth/factors/confirmation.service.ts';
import { createFactorService } from './auth/factors/factors.service.ts';
import { createPasskeyDialogs } from './auth/factors/passkey-dialogs.ts';
import { createSecondFactorGate } from './auth/factors/second-factor-gate.ts';
import { createSecondSignIn } from './auth/factors/second-sign-in.service.ts';
import { createSignInSettingsService } from './auth/factors/sign-in-settings.service.ts';
import { createFinishSignIn } from './auth/finish-sign-in.ts';
import { createLinkService, createLinks } from './auth/links/links.service.ts';
import { createOwnAccountService } from './auth/own-account.service.ts';
import { createPasswordJudge } from './auth/passwords/password-judge.ts';
import { createPinService } from './auth/pins/pins.service.ts';
import { createProviderSignInService } from './auth/providers/provider-sign-in.service.ts';
import { createProviderService } from './auth/providers/providers.service.ts';
import { createSecretBox } from './auth/secret-box.ts';
import { createSignInTurns } from './auth/sign-in-turns.ts';
import { createTokenService } from './auth/tokens/tokens.service.ts';
import { createRetentionSeal } from './backup/archive/retention-seal.ts';
import { createBackupService } from './backup/backup.service.ts';
import { createKeyExportService } from './backup/key-export.service.ts';
import { createRestoreService } from './backup/restore.service.ts';
import { createBackupVerifier } from './backup/verify-backup.ts';
import { createClassSheetService } from './classes/class-sheet.service.ts';
import { createClassTeacherService } from './classes/class-teachers.service.ts';
import { createClassService } from './classes/classes.service.ts';
import { createClockGuard } from './clock-guard/clock-guard.service.ts';
import { createFutureDaysService } from './clock-guard/future-days.service.ts';
import { createDemoService } from './demo-data/demo.service.ts';
import { createDemoClock } from './demo-data/demo-clock.ts';
import { createEventHub } from './events/event-hub.ts';
import { createTransactAndPublish } from './events/publish.ts';
import { createSharedAnswers } from './events/shared-answers.ts';
import { createBurstRecognition } from './faces/burst/burst-recognition.service.ts';
import { createMovingFaces } from './faces/burst/moving-faces.service.ts';
import { createComparisons } from './faces/comparisons.ts';
import { createEnrolmentService } from './faces/enrolment.service.ts';
import { createFaceStatusService } from './faces/face-status.service.ts';
import { createFaceUpkeepService } from './faces/face-upkeep.service.ts';
import { createGallerySync } from './faces/gallery-sync.ts';
import { createGroupIdentificationService } from './faces/group-identification.service.ts';
import { createImageAnalyser } from './faces/images/image-analyser.ts';
import { createInstallationService } from './faces/installation/installation.service.ts';
import { createTemplateVault } from './faces/keys/template-vault.ts';
import { createRecognitionService } from './faces/recognition.service.ts';
import { createAttendanceImportService } from './import/attendance-import.service.ts';
import { createPeopleImportService } from './import/people-import.service.ts';
import { createPhotoImportService } from './import/photo-import.service.ts';
import { createJobRunner } from './jobs/job-runner.ts';
import { INTERRUPTED } from './jobs/jobs.rules.ts';
import { createZone } from './kernel/zones/zone-data.ts';
import { createMailService } from './mail/mail.service.ts';
import { createNoticeService } from './notices/notices.service.ts';
import { createFilePlace } from './operations/file-place.ts';
import { createUploads } from './operations/uploads.ts';
import { createAccountService } from './people/accounts.service.ts';
import { createPeopleService } from './people/people.service.ts';
import { createPeopleBulkService } from './people/people-bulk.service.ts';
import { createPeopleReach } from './people/people-reach.ts';
import type { Ports } from './ports.ts';
import { createConsentService, createMyDataService } from './privacy/consent.service.ts';
import { createRetentionService } from './privacy/retention.service.ts';
import { createReportService } from './reports/report.service.ts';
import { createFirstStepService } from './settings/first-steps/first-steps.service.ts';
import { createInstitutionService } from './settings/institution.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { createSetupService } from './settings/setup.service.ts';

/** Creates every service from the ports of a host. The only file that imports all features. */
export function createServices(given: Ports & { readonly defaultTimeZone: string }) {
  const filePlace = createFilePlace(given);
  const demoClock = given.demo.on ? createDemoClock(given.clock, createZone(given.defaultTimeZone)) : null;
  const ports = {
    ...given,
    clock: demoClock ?? given.clock,
    files: filePlace.files,
    passwords: normalising(given.passwords),
  };
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
  const share = createSharedAnswers(ports);
  const settings = createSettingsService({ ...ports, transactAndPublish, share });
  const guardAttempt = createAttemptGuard(ports);
  const signInTurns = createSignInTurns(ports);
  const secretBox = createSecretBox({ keys: ports.masterKeys, random: ports.random });
  const secondFactor = createSecondFactorGate({ ...ports, secretBox });
  const finishSignIn = createFinishSignIn({ ...ports, secondFactor });
  const judgePassword = createPasswordJudge({ ...ports, settings });
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
    signInTurns,
    secretBox,
    secondFactor,
    finishSignIn,
    judgePassword,
    transactAndPublish,
    vault,
    gallerySync,
    uploads,
    clockGuard,
    share,
  };
  const mail = createMailService(shared);
  const links = createLinks(ports);
  const images = createImageAnalyser(ports);
  const comparisons = createComparisons({ ...ports, images });
  const attendance = createAttendanceService(shared);
  const consent = createConsentService(shared);
  const classes = createClassService(shared);
  const evidence = createEvidenceService(shared);
  const needs = {
    ...shared,
    links,
    outbox: mail,
    attendance,
    consent,
    images,
    comparisons,
    classes,
    places: evidence,
  };
  const calendarRepair = createCalendarRepair(needs);
  const calendar = createCalendarService({ ...needs, calendarRepair });
  const todayList = createTodayListService(needs);
  const todayMarks = createTodayMarkService(needs);
  const present = createPresentService(needs);
  const enrolment = createEnrolmentService(needs);
  const auth = createAuthService(needs);
  const restore = createRestoreService(needs);
  const factorNeeds = {
    ...needs,
    // Codes are made by people's phones, which know nothing of a demo's day.
    codeClock: given.clock,
    dialogs: createPasskeyDialogs(ports),
    checkOwnPassword: auth.checkOwnPassword,
  };
  const confirmation = createConfirmationService(factorNeeds);
  const approvals = createApprovalService({
    ...needs,
    requireConfirmation: confirmation.requireConfirmation,
    describeAct: createDescribeAct({ ...needs, archiveHead: restore.headOf }),
  });
  const retentionSeal = createRetentionSeal({
    ...ports,
    keys: ports.masterKeys,
    schema: ports.restoreTarget.schemaVersion,
    institution: settings.institution,
  });
  const pins = createPinService(needs);
  const kioskMarks = createKioskMarks(needs);
  const kioskFaces = createBurstRecognition(needs);
  const movingFaces = createMovingFaces(needs);
  const kioskMovements = createKioskMovements({ ...needs, movingFaces, kioskMarks });
  const kioskCards = createKioskCards({ ...needs, kioskMarks });
  const kioskAnswers = createKioskAnswers({
    ...needs,
    kioskMarks,
    kioskCards,
    pins,
    kioskFaces,
    kioskMovements,
  });
  const sealingKeys = createSealingKeys(needs);
  const people = createPeopleService({ ...needs, requireConfirmation: confirmation.requireConfirmation });
  return {
    jobs,
    /** Whether this server has the files of all servers. */
    filePlace: { check: filePlace.check, status: filePlace.status },
    gallerySync,
    vault,
    /** Finds people for an actor. */
    reach,
    faceStatus: createFaceStatusService(needs),
    faceUpkeep: createFaceUpkeepService(needs),
    enrolment,
    recognition: createRecognitionService(needs),
    installation: createInstallationService(needs),
    evidence,
    kiosks: createKioskService(needs),
    kioskAccess: createKioskAccess(needs),
    kioskAnswers,
    kioskQueue: createKioskQueue({ ...needs, kioskMarks, sealingKeys, judge: kioskAnswers.judge }),
    sealingKeys,
    unconfirmedEntries: createUnconfirmedEntries(needs),
    kioskCards,
    cards: createCardService(needs),
    phones: createPhoneService(needs),
    kioskHealth: createKioskHealth(needs),
    kioskSilence: createKioskSilence(needs),
    exitPin: createExitPinService(needs),
    pins,
    demo: ports.demo,
    clock: ports.clock,
    /** The day of the demo's clock; null while that is the day of today. */
    demoDay: () => demoClock?.dayBehind() ?? null,
    events: ports.events,
    eventHub: createEventHub({ events: ports.events, aliveAmong: auth.aliveAmong, isBusy: images.isBusy }),
    mail,
    passwordLinks: createLinkService({ ...needs, mail }),
    tokens: createTokenService(needs),
    settings,
    institution: createInstitutionService(needs),
    clockGuard,
    futureDays: createFutureDaysService(needs),
    auth,
    ownAccount: createOwnAccountService({ ...needs, checkOwnPassword: auth.checkOwnPassword }),
    /** Whether this host has passkeys at all; browsers want HTTPS as well. */
    passkeysOn: ports.passkeys !== null,
    publicUrl: ports.publicUrl,
    factors: createFactorService(factorNeeds),
    secondSignIn: createSecondSignIn(factorNeeds),
    signInSettings: createSignInSettingsService(needs),
    providers: createProviderService(needs),
    providerSignIn: createProviderSignInService(needs),
    confirmation,
    approvals,
    /** What a route asks for before a dangerous act. */
    safeguards: {
      requireConfirmation: confirmation.requireConfirmation,
      requireApproval: approvals.requireApproval,
    },
    setup: createSetupService(needs),
    firstSteps: createFirstStepService(needs),
    audit: createAuditService(needs),
    people,
    peopleBulk: createPeopleBulkService({ ...needs, people }),
    accounts: createAccountService(needs),
    notices: createNoticeService(needs),
    classes,
    classSheet: createClassSheetService(needs),
    classTeachers: createClassTeacherService(needs),
    groupIdentification: createGroupIdentificationService(needs),
    attendance,
    calendar,
    calendarRepair,
    corrections: createCorrectionService(needs),
    todayList,
    todayMarks,
    todayExcuse: createTodayExcuseService({ ...needs, calendar, todayList, todayMarks }),
    present,
    drills: createDrillService({ ...needs, present }),
    closing: createClosingService(needs),
    analytics: createAnalyticsService(needs),
    charts: createChartService(needs),
    personal: createPersonalService(needs),
    followUp: createFollowUpService(needs),
    reports: createReportService(needs),
    backup: createBackupService({
      ...needs,
      requireConfirmation: confirmation.requireConfirmation,
      verifyBackup: createBackupVerifier(needs),
    }),
    keyExport: createKeyExportService(needs),
    restore,
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
