import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { ClassRepos } from '../classes/classes.ports.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { ConsentCheck } from '../privacy/privacy.ports.ts';
import { type EnrolmentPhoto, findDuplicate, templateFromPhotos } from './enrolment.rules.ts';
import {
  type Enrolment,
  type EnrolmentResult,
  type FaceGallery,
  type FaceRepos,
  type GalleryReload,
  galleryKey,
  lookAlikeKeys,
  type StoredFace,
  type TemplateVault,
} from './face.ports.ts';
import { checkSingleFace } from './face-quality.rules.ts';
import type { ImageAnalyser } from './image-analyser.ts';

type Repos = AttendanceRepos & AuditRepos & ClassRepos & FaceRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly images: ImageAnalyser;
  readonly vault: TemplateVault;
  readonly gallerySync: GalleryReload;
  readonly consent: ConsentCheck;
}

/** Enough for variants such as with and without glasses; with more, a new photo would hardly change the mean. */
const MAX_PHOTOS_PER_PERSON = 6;

export function createEnrolmentService(needs: Needs) {
  const { clock, repos, gallery, transactAndPublish, images, vault, gallerySync, consent } = needs;
  /** Opens this person's stored templates of the model in use. */
  const knownPhotos = async (face: StoredFace | null, modelId: string): Promise<EnrolmentPhoto[]> => {
    if (!face) return [];
    const person = await vault.forPerson(face.personId, face.key);
    const current = face.templates.filter((template) => template.modelId === modelId);
    return Promise.all(
      current.map(async ({ sealed, quality }) => ({
        embedding: await person.open(modelId, sealed),
        quality,
      })),
    );
  };

  const keyFor = async (tx: Repos, personId: number, at: Date) => {
    const present = await tx.faces.keyOf(personId);
    if (present) return vault.forPerson(personId, present);
    const created = await vault.newKey(personId);
    await tx.faces.saveKey(personId, created, at);
    return vault.forPerson(personId, created);
  };

  const duplicateOf = async (
    enrolment: Enrolment,
    photos: readonly EnrolmentPhoto[],
  ): Promise<PersonListing | null> => {
    const { profile } = images.engine();
    const lookAlikes = lookAlikeKeys(await repos.faces.lookAlikes());
    const personId = galleryKey(enrolment.person.id);
    if (enrolment.lookAlikeOf) lookAlikes.push([personId, galleryKey(enrolment.lookAlikeOf.id)]);
    const outcome = templateFromPhotos(photos, profile);
    if (outcome.kind !== 'template') return null;
    const matches = gallery.search(outcome.template);
    const found = findDuplicate({ profile, personId, matches, lookAlikes });
    return found ? repos.people.byId(Number(found.personId)) : null;
  };

  return {
    /** Enrols all photos or none. When they are refused, the stored templates do not change. */
    async enrol(actor: Actor, enrolment: Enrolment): Promise<EnrolmentResult> {
      const { person, replace, lookAlikeOf } = enrolment;
      await consent.assertAllowed(person.id);
      const { modelId } = images.engine().profile;
      const added: EnrolmentPhoto[] = [];
      for (const [photo, bytes] of enrolment.photos.entries()) {
        const verdict = checkSingleFace(
          await images.analyse(bytes, { scene: 'one', embed: true, liveness: false }),
          'enrolment',
        );
        if (!verdict.ok)
          return { kind: 'poor_quality', photo, reason: verdict.reason, message: verdict.message };
        if (!verdict.face.embedding) throw new Error('The engine was asked to embed and did not.');
        added.push({ embedding: verdict.face.embedding, quality: verdict.quality });
      }
      const before = replace ? [] : await knownPhotos(await repos.faces.faceOf(person.id), modelId);
      const combined = templateFromPhotos([...before, ...added], images.engine().profile);
      if (combined.kind === 'photos_disagree') {
        return { kind: 'photos_disagree', photo: Math.max(0, combined.outlier - before.length) };
      }
      const duplicate = await duplicateOf(enrolment, [...before, ...added]);
      if (duplicate) return { kind: 'duplicate', of: duplicate };

      const at = clock.now();
      await transactAndPublish(
        'faces',
        async (tx) => {
          await tx.attendance.lockPerson(person.id);
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
      await gallerySync.refresh(person.id);
      return {
        kind: 'enrolled',
        photos: Math.min(MAX_PHOTOS_PER_PERSON, before.length + added.length),
        quality: combined.template.quality,
      };
    },

    /** Removes the templates and their key. Without the key the copies in old backups are unreadable too. */
    async remove(actor: Actor, person: PersonListing): Promise<void> {
      await transactAndPublish(
        'faces',
        async (tx) => {
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
