import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassRepos } from '../classes/classes.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, reachOf } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { ConsentCheck, PrivacyRepos } from '../privacy/privacy.ports.ts';
import type { SettingsRepos } from '../settings/settings.ports.ts';
import type { Comparisons } from './comparisons.ts';
import { type EnrolmentPhoto, findDuplicate, templateFromPhotos } from './enrolment.rules.ts';
import type {
  Enrolment,
  EnrolmentResult,
  FaceRepos,
  InstallationKeys,
  StoredFace,
  TemplateVault,
} from './face.ports.ts';
import type { FaceTemplate } from './face.types.ts';
import { checkSingleFace } from './face-quality.rules.ts';
import { type FaceGallery, type GalleryMatch, galleryKey, type Neighbours } from './gallery.ports.ts';
import type { GallerySync } from './gallery-sync.ts';
import type { ImageAnalyser } from './images/image-analyser.ts';
import { cosine } from './matching/match.rules.ts';
import type { LookAlikePair } from './matching/nearness.rules.ts';

type Repos = AttendanceRepos &
  AuditRepos &
  ClassRepos &
  FaceRepos &
  PeopleRepos &
  PrivacyRepos &
  SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly images: ImageAnalyser;
  readonly comparisons: Comparisons;
  readonly vault: TemplateVault;
  readonly masterKeys: InstallationKeys;
  readonly gallerySync: GallerySync;
  readonly consent: ConsentCheck;
  readonly reach: PeopleReach;
  readonly demo: { readonly on: boolean };
}

/** The rules of storing failed inside the transaction: it is rolled back and this is the result. */
class DuplicateFound extends Error {
  constructor(readonly of: PersonListing) {
    super('The face is registered for somebody else.');
  }
}

/** Enough for variants such as with and without glasses; with more, a new photo would hardly change the mean. */
const MAX_PHOTOS_PER_PERSON = 10;
const NOT_OPENED =
  'This person’s face data can’t be opened, so no photo can be added. Register the face again to replace it.';

export function createEnrolmentService(needs: Needs) {
  const {
    clock,
    repos,
    gallery,
    transactAndPublish,
    images,
    comparisons,
    vault,
    masterKeys,
    gallerySync,
    consent,
    reach,
    demo,
  } = needs;
  /** Opens this person's stored templates of the model in use. Fails with `conflict` when they cannot be opened. */
  const knownPhotos = async (face: StoredFace | null, modelId: string): Promise<EnrolmentPhoto[]> => {
    if (!face?.key) return [];
    const current = face.templates.filter((template) => template.modelId === modelId);
    try {
      const person = await vault.forPerson(face.personId, face.key);
      return await Promise.all(
        current.map(async ({ sealed, quality }) => ({
          embedding: await person.open(modelId, sealed),
          quality,
        })),
      );
    } catch {
      throw new AppError('conflict', { message: NOT_OPENED });
    }
  };

  /** The person's key. Where there is none that opens, templates that it sealed go with it and a new one is made. */
  const keyFor = async (tx: Repos, personId: number, at: Date) => {
    const present = await tx.faces.keyOf(personId);
    const opened = present ? await vault.forPerson(personId, present).catch(() => null) : null;
    if (opened) return opened;
    await tx.faces.removeTemplates(personId);
    await tx.faces.removeKey(personId);
    const created = await vault.newKey(personId);
    await tx.faces.saveKey(personId, created, at);
    return vault.forPerson(personId, created);
  };

  /** The other person who has this face already, among the nearest matches. */
  const duplicateAmong = async (
    from: FaceRepos & PeopleRepos & SettingsRepos,
    { person, lookAlikeOf }: Enrolment,
    neighbours: Neighbours,
    matches: readonly GalleryMatch[] = neighbours.nearest,
  ): Promise<PersonListing | null> => {
    const comparison = await comparisons.current(from);
    const personId = galleryKey(person.id);
    const declared: LookAlikePair[] = lookAlikeOf ? [[personId, galleryKey(lookAlikeOf.id)]] : [];
    const lookAlikes = [...comparison.lookAlikes, ...declared];
    const found = findDuplicate({ personId, matches, neighbours }, { ...comparison, lookAlikes });
    return found ? from.people.byId(Number(found.personId)) : null;
  };

  /** Scores of faces stored since the gallery was last brought up to date, also on other servers. */
  const newerMatches = async (
    tx: FaceRepos,
    seen: ReturnType<GallerySync['seen']>,
    { modelId, embedding }: FaceTemplate,
  ): Promise<GalleryMatch[]> =>
    (await gallerySync.changedFaces(tx, seen)).flatMap(({ personId, templates }) =>
      templates
        .filter((template) => template.modelId === modelId)
        .map((template) => ({ personId, score: cosine(template.embedding, embedding) })),
    );

  /**
   * Checks again, with the person locked, what may have changed during the analysis: deleted, consent withdrawn,
   * face data removed, moved beyond the reach of the actor.
   */
  const assertStillWanted = async (
    tx: Repos,
    actor: Actor,
    personId: number,
    before: { readonly hadConsent: boolean; readonly hadKey: boolean; readonly isOwn: boolean },
  ): Promise<void> => {
    const person = await tx.people.byId(personId);
    const isReached =
      person && (before.isOwn || (await reach.covers(reachOf(actor, 'faces.manage'), person, tx)));
    if (!isReached) throw new AppError('user_not_found');
    await consent.assertAllowed(personId, tx);
    if (before.hadConsent && !(await tx.privacy.consentInForce(personId)))
      throw new AppError('consent_missing');
    if (before.hadKey && !(await tx.faces.keyOf(personId))) throw new AppError('conflict');
  };

  /** Names the other person to whoever reaches them. */
  const duplicateFor = async (actor: Actor, of: PersonListing): Promise<EnrolmentResult> => {
    const isReached = await reach.covers(reachOf(actor, 'faces.manage'), of);
    return { kind: 'duplicate', of: isReached ? of : null };
  };

  const enrol = async (actor: Actor, enrolment: Enrolment, isOwn: boolean): Promise<EnrolmentResult> => {
    const { person, replace, lookAlikeOf } = enrolment;
    masterKeys.current(); // fails now, before the slow analysis, when this server must not write keys
    gallerySync.assertLoaded();
    await consent.assertAllowed(person.id);
    const before = {
      hadConsent: (await repos.privacy.consentInForce(person.id)) !== null,
      hadKey: (await repos.faces.keyOf(person.id)) !== null,
      isOwn,
    };
    const { modelId } = images.engine().profile;
    const added: EnrolmentPhoto[] = [];
    for (const [photo, bytes] of enrolment.photos.entries()) {
      const verdict = checkSingleFace(
        await images.analyse(bytes, { scene: 'one', embed: true, liveness: false, careful: true }),
        'enrolment',
      );
      if (!verdict.ok)
        return { kind: 'poor_quality', photo, reason: verdict.reason, message: verdict.message };
      if (!verdict.face.embedding) throw new Error('The engine was asked to embed and did not.');
      added.push({ embedding: verdict.face.embedding, quality: verdict.quality });
    }
    const known = replace ? [] : await knownPhotos(await repos.faces.faceOf(person.id), modelId);
    const combined = templateFromPhotos([...known, ...added], images.engine().profile);
    if (combined.kind === 'photos_disagree') {
      return { kind: 'photos_disagree', photo: Math.max(0, combined.outlier - known.length) };
    }
    // Taken before the search: what the gallery does not have yet is compared in the transaction.
    const seen = gallerySync.seen();
    const neighbours = await gallery.neighbours(combined.template);
    const registered = await duplicateAmong(repos, enrolment, neighbours);
    if (registered) return duplicateFor(actor, registered);

    const at = clock.now();
    try {
      await transactAndPublish(
        'faces',
        async (tx) => {
          await tx.faces.lockEnrolments();
          await tx.attendance.lockPeople([person.id]);
          await assertStillWanted(tx, actor, person.id, before);
          const newer = await newerMatches(tx, seen, combined.template);
          const meanwhile = await duplicateAmong(tx, enrolment, neighbours, newer);
          if (meanwhile) throw new DuplicateFound(meanwhile);
          if (replace) await tx.faces.removeTemplates(person.id);
          const key = await keyFor(tx, person.id, at);
          for (const { embedding, quality } of added) {
            const sealed = await key.seal(modelId, embedding);
            await tx.faces.addTemplate({ personId: person.id, modelId, sealed, quality, createdAt: at });
          }
          await tx.faces.keepNewest(person.id, MAX_PHOTOS_PER_PERSON);
          if (lookAlikeOf) {
            await tx.faces.addLookAlikes(person.id, lookAlikeOf.id, at, actor.personId);
            await tx.audit.insert(
              auditEntry(actor, at, 'look_alikes_noted', person.code, { other: lookAlikeOf.code }),
            );
          }
          await tx.audit.insert(
            auditEntry(actor, at, 'face_enrolled', person.code, { photos: added.length, replace }),
          );
        },
        person.id,
      );
    } catch (error) {
      if (error instanceof DuplicateFound) return duplicateFor(actor, error.of);
      throw error;
    }
    await gallerySync.refresh(person.id);
    return {
      kind: 'enrolled',
      photos: Math.min(MAX_PHOTOS_PER_PERSON, known.length + added.length),
      quality: combined.template.quality,
    };
  };

  /** Only a demo: there a visitor has nobody to ask, and an institution must know whose face it registers. */
  const mayEnrolOwn = async (): Promise<boolean> =>
    demo.on && (await repos.settings.institution())?.isDemo === true;

  return {
    /** Enrols all photos or none. When they are refused, the stored templates do not change. */
    enrol: (actor: Actor, enrolment: Enrolment): Promise<EnrolmentResult> => enrol(actor, enrolment, false),

    mayEnrolOwn,

    /** Replaces the caller's own face, after their own consent. */
    async enrolOwn(actor: Actor, photos: readonly Uint8Array[]): Promise<EnrolmentResult> {
      if (!(await mayEnrolOwn())) throw new AppError('demo_only');
      const person = await repos.people.byId(actor.personId);
      if (!person || !actor.hasAttendance) throw new AppError('user_not_found');
      if (!(await repos.privacy.consentInForce(person.id))) throw new AppError('consent_missing');
      return enrol(actor, { person, photos, replace: true, lookAlikeOf: null }, true);
    },

    /** Removes the templates and their key. Without the key the copies in old backups are unreadable too. */
    async remove(actor: Actor, person: PersonListing): Promise<void> {
      await transactAndPublish(
        'faces',
        async (tx) => {
          await tx.attendance.lockPeople([person.id]);
          const templates = await tx.faces.removeTemplates(person.id);
          await tx.faces.removeKey(person.id);
          await tx.classMarks.removeSightings(person.id);
          await tx.audit.insert(auditEntry(actor, clock.now(), 'face_removed', person.code, { templates }));
        },
        person.id,
      );
      await gallerySync.refresh(person.id);
    },
  };
}
