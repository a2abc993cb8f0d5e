import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassRepos } from '../classes/classes.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { FaceRepos } from '../faces/face.ports.ts';
import type { GalleryReload } from '../faces/gallery.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { PrivacyRepos } from './privacy.ports.ts';
import type { ConsentMethod, PrivacySettings } from './privacy.types.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos & FaceRepos & PrivacyRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly gallerySync: GalleryReload;
  readonly settings: SettingsReader;
}

/** The person whose consent or data it is. */
interface ConsentSubject {
  readonly id: number;
  readonly code: string;
}

/** Who agreed, and how. */
interface GivenConsent {
  readonly givenBy: string;
  readonly method: ConsentMethod;
  /** Today, where it is left out. */
  readonly agreedOn?: LocalDate | undefined;
  /** The version of the text that was read; that of now, where it is left out. */
  readonly readVersion?: string | undefined;
}

/** Records consent to face recognition. Withdrawing it removes the face data. */
export function createConsentService({
  clock,
  repos,
  transactAndPublish,
  gallerySync,
  settings: institution,
}: Needs) {
  return {
    settings: () => repos.privacy.settings(),

    saveSettings: (actor: Actor, settings: PrivacySettings): Promise<void> =>
      transactAndPublish('settings', async (tx) => {
        const { consentVersion, consentText } = await tx.privacy.settings();
        const isSameText = settings.consentVersion === consentVersion && settings.consentText === consentText;
        // Otherwise people would have agreed to words they never read.
        if (!isSameText && (await tx.privacy.isVersionAgreedTo(settings.consentVersion)))
          throw new AppError('invalid_input', {
            fields: {
              consent_version:
                'People already agreed to this version. Enter a new version for the changed text.',
            },
          });
        await tx.privacy.saveSettings(settings);
        const { consentText: _, ...facts } = settings;
        await tx.audit.insert(auditEntry(actor, clock.now(), 'privacy_settings_saved', null, { ...facts }));
      }),

    inForce: (personId: number) => repos.privacy.consentInForce(personId),
    history: (personId: number) => repos.privacy.consentsOf(personId),

    /** Fails with `consent_missing`; called before a face is enrolled or recognised. */
    async assertAllowed(personId: number, { privacy }: PrivacyRepos = repos): Promise<void> {
      const { consentRequired, consentVersion } = await privacy.settings();
      if (!consentRequired || (await privacy.consenting([personId], consentVersion)).length > 0) return;
      throw new AppError('consent_missing');
    },

    /** Of these people, the ones whose faces may be compared. */
    async allowedAmong(personIds: readonly number[]): Promise<ReadonlySet<number>> {
      const { consentRequired, consentVersion } = await repos.privacy.settings();
      return new Set(consentRequired ? await repos.privacy.consenting(personIds, consentVersion) : personIds);
    },

    /** Notes that people were asked for their consent to a version of the text, on paper. */
    noteAsked: (actor: Actor, subjects: readonly ConsentSubject[], textVersion: string): Promise<void> =>
      transactAndPublish('people', async (tx) => {
        const at = clock.now();
        for (const { id, code } of subjects) {
          const entry = auditEntry(actor, at, 'consent_asked', code, { text_version: textVersion });
          await tx.audit.insert({ ...entry, subjectId: id });
        }
      }),

    /** When and by whom somebody was last asked, as long as the audit log is kept; null if never. */
    async lastAsked(personId: number): Promise<{ at: Date; by: string } | null> {
      const entry = await repos.audit.latestAbout('consent_asked', personId);
      return entry && { at: entry.at, by: entry.actorName };
    },

    async give(actor: Actor, subject: ConsentSubject, given: GivenConsent): Promise<void> {
      const { givenBy, method, readVersion } = given;
      const { now: givenAt, date: today } = await institution.today();
      const agreedOn = given.agreedOn ?? today;
      if (agreedOn > today)
        throw new AppError('invalid_input', { fields: { agreed_on: 'This day is in the future.' } });
      await transactAndPublish(
        'people',
        async (tx) => {
          // Two at once: the second replaces the consent of the first.
          await tx.attendance.lockPeople([subject.id]);
          const { consentVersion: textVersion } = await tx.privacy.settings();
          if (readVersion !== undefined && readVersion !== textVersion)
            throw new AppError('conflict', {
              message: 'The text has changed. Please read it again.',
            });
          const notedBy = actor.name;
          await tx.privacy.giveConsent(subject.id, {
            textVersion,
            givenBy,
            givenAt,
            notedBy,
            method,
            agreedOn,
          });
          await tx.audit.insert(
            auditEntry(actor, givenAt, 'consent_given', subject.code, {
              text_version: textVersion,
              method,
              agreed_on: agreedOn,
            }),
          );
        },
        subject.id,
      );
    },

    /** Withdraws the consent and removes templates and key in one transaction; faces without a recorded consent too. */
    async withdraw(actor: Actor, subject: ConsentSubject): Promise<void> {
      const at = clock.now();
      await transactAndPublish(
        ['people', 'faces'],
        async (tx) => {
          await tx.attendance.lockPeople([subject.id]);
          const wasGiven = await tx.privacy.withdrawConsent(subject.id, at, actor.name);
          const templates = await tx.faces.removeTemplates(subject.id);
          if (!wasGiven && templates === 0)
            throw new AppError('not_found', { message: 'There is no consent to withdraw.' });
          await tx.faces.removeKey(subject.id);
          await tx.classMarks.removeSightings(subject.id);
          await tx.audit.insert(auditEntry(actor, at, 'consent_withdrawn', subject.code, { templates }));
        },
        subject.id,
      );
      await gallerySync.refresh(subject.id);
    },
  };
}

/** Exports a person's own data as one JSON document, with an audit entry. */
export function createMyDataService({ clock, repos }: { readonly clock: Clock; readonly repos: Repos }) {
  return {
    async exportData(actor: Actor, subject: ConsentSubject): Promise<string> {
      const document = await repos.privacy.dataOf(subject.id);
      await repos.audit.insert(auditEntry(actor, clock.now(), 'personal_data_exported', subject.code));
      return document;
    },
  };
}
