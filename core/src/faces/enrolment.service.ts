import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import type { Announcing } from '../events/announcing.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { ConsentService } from '../privacy/consent.service.ts';
import type { AnalyseImage } from './analyse-image.ts';
import { type EnrolmentPhoto, findDuplicate, templateFromPhotos } from './enrolment.rules.ts';
import type { QualityReason } from './face.types.ts';
import { judgeSingleFace } from './face-quality.rules.ts';
import type { StoredFace } from './face-store.ports.ts';
import { type GalleryKeeper, galleryKey } from './gallery-keeper.ts';
import type { TemplateVault } from './template-vault.ts';

type Needs = Pick<Ports, 'clock' | 'repos' | 'gallery'> & {
  announcing: Announcing;
  images: AnalyseImage;
  vault: TemplateVault;
  keeper: GalleryKeeper;
  consent: ConsentService;
};

/** Enough for glasses on and off, summer and winter; more would only slow the mean down. */
export const PHOTOS_KEPT = 6;

export type EnrolmentResult =
  | { readonly kind: 'enrolled'; readonly photos: number; readonly quality: number }
  | {
      readonly kind: 'poor_quality';
      readonly photo: number;
      readonly reason: QualityReason;
      readonly message: string;
    }
  | { readonly kind: 'photos_disagree'; readonly photo: number }
  | { readonly kind: 'duplicate'; readonly of: PersonListing };

export interface Enrolment {
  readonly person: PersonListing;
  readonly photos: readonly Uint8Array[];
  /** True: what was known of this face goes. False: these photos are added to it. */
  readonly replace: boolean;
  /** The administrator says the two are twins or look-alikes. */
  readonly lookAlikeOf: PersonListing | null;
}

export function createEnrolmentService(needs: Needs) {
  const { clock, repos, gallery, announcing, images, vault, keeper, consent } = needs;
  /** Templates of the model in use that this person already has. */
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

  const keyFor = async (tx: Repositories, personId: number, at: Date) => {
    const present = await tx.faces.keyOf(personId);
    if (present) return vault.forPerson(personId, present);
    const created = await vault.newKey(personId);
    await tx.faces.saveKey(personId, created, at);
    return vault.forPerson(personId, created);
  };

  const lookAlikePairs = async () =>
    (await repos.faces.lookAlikes()).map(([a, b]): [string, string] => [galleryKey(a), galleryKey(b)]);

  const duplicateOf = async (
    enrolment: Enrolment,
    photos: readonly EnrolmentPhoto[],
  ): Promise<PersonListing | null> => {
    const { profile } = images.engine();
    const lookAlikes = await lookAlikePairs();
    const personId = galleryKey(enrolment.person.id);
    if (enrolment.lookAlikeOf) lookAlikes.push([personId, galleryKey(enrolment.lookAlikeOf.id)]);
    const made = templateFromPhotos(photos, profile);
    if (made.kind !== 'template') return null;
    const matches = gallery.search(made.template);
    const found = findDuplicate({ profile, personId, matches, lookAlikes });
    return found ? repos.people.byId(Number(found.personId)) : null;
  };

  return {
    /** All photos or none: whatever is refused, what was enrolled before stays as it was. */
    async enrol(actor: Actor, enrolment: Enrolment): Promise<EnrolmentResult> {
      const { person, replace, lookAlikeOf } = enrolment;
      await consent.assertAllowed(person.id);
      const { modelId } = images.engine().profile;
      const added: EnrolmentPhoto[] = [];
      for (const [photo, bytes] of enrolment.photos.entries()) {
        const verdict = judgeSingleFace(
          await images.analyse(bytes, { scene: 'one', embed: true, liveness: false }),
          'enrolment',
        );
        if (!verdict.ok)
          return { kind: 'poor_quality', photo, reason: verdict.reason, message: verdict.message };
        if (!verdict.face.embedding) throw new Error('The engine was asked to embed and did not.');
        added.push({ embedding: verdict.face.embedding, quality: verdict.quality });
      }
      const before = replace ? [] : await knownPhotos(await repos.faces.faceOf(person.id), modelId);
      const together = templateFromPhotos([...before, ...added], images.engine().profile);
      if (together.kind === 'photos_disagree') {
        return { kind: 'photos_disagree', photo: Math.max(0, together.oddOne - before.length) };
      }
      const duplicate = await duplicateOf(enrolment, [...before, ...added]);
      if (duplicate) return { kind: 'duplicate', of: duplicate };

      const at = clock.now();
      await announcing(
        'faces',
        async (tx) => {
          await tx.attendance.lockPerson(person.id);
          if (replace) await tx.faces.removeTemplates(person.id);
          const key = await keyFor(tx, person.id, at);
          for (const { embedding, quality } of added) {
            const sealed = await key.seal(modelId, embedding);
            await tx.faces.addTemplate({ personId: person.id, modelId, sealed, quality, createdAt: at });
          }
          await tx.faces.keepNewest(person.id, PHOTOS_KEPT);
          if (lookAlikeOf) {
            await tx.faces.addLookAlikes(person.id, lookAlikeOf.id, at, actor.personId);
            await tx.audit.insert(
              auditOf(actor, at, 'look_alikes_noted', person.code, { other: lookAlikeOf.code }),
            );
          }
          await tx.audit.insert(
            auditOf(actor, at, 'face_enrolled', person.code, { photos: added.length, replace }),
          );
        },
        person.id,
      );
      await keeper.refresh(person.id);
      return {
        kind: 'enrolled',
        photos: Math.min(PHOTOS_KEPT, before.length + added.length),
        quality: together.template.quality,
      };
    },

    /** Face data goes, and with the key every copy of it in old backups becomes noise. */
    async forget(actor: Actor, person: PersonListing): Promise<void> {
      await announcing(
        'faces',
        async (tx) => {
          const templates = await tx.faces.removeTemplates(person.id);
          await tx.faces.removeKey(person.id);
          await tx.classMarks.forgetSightings(person.id);
          await tx.audit.insert(auditOf(actor, clock.now(), 'face_removed', person.code, { templates }));
        },
        person.id,
      );
      await keeper.refresh(person.id);
    },
  };
}
