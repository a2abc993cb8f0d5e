import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsRepos } from '../settings/settings.ports.ts';
import type { FaceRepos, GalleryStatus, UnreadableFace } from './face.ports.ts';
import type { AgeBand, LivenessPolicy } from './face.types.ts';
import { checkSingleFace } from './face-quality.rules.ts';
import type { FaceGallery } from './gallery.ports.ts';
import type { GallerySync } from './gallery-sync.ts';
import type { ImageAnalyser } from './images/image-analyser.ts';
import { describeKeyProblem } from './keys/master-key.rules.ts';

type Repos = AuditRepos & FaceRepos & PeopleRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly images: ImageAnalyser;
  readonly gallerySync: Pick<GallerySync, 'status'>;
  readonly reach: PeopleReach;
}

export interface FaceSettings {
  readonly liveness: LivenessPolicy;
  /** Whose faces are compared, as the institution says. */
  readonly ages: AgeBand;
}

/** The state of face recognition, for administrators. */
export interface FaceStatus extends Omit<GalleryStatus, 'unreadable'> {
  /** Null while the engine is not there. */
  readonly modelId: string | null;
  /** Enrolled with another model: they must enrol again. */
  readonly outdated: readonly PersonListing[];
  /** People whose stored face cannot be opened. */
  readonly unreadable: readonly {
    readonly person: PersonListing;
    readonly problem: UnreadableFace['problem'];
  }[];
  /** What to do about the master key; null when it is the right one. */
  readonly keyProblem: string | null;
}

/** Checks photos and camera images without storing them, and reports the state of the gallery and the settings. */
export function createFaceStatusService(needs: Needs) {
  const { clock, repos, gallery, transactAndPublish, images, gallerySync, reach } = needs;
  return {
    decode: images.decode,

    /** Checks whether a photo is good enough for enrolment. */
    async checkPhoto(image: Uint8Array) {
      // Embedded, because a picture too poor to recognise anybody shows in that alone.
      const analysis = await images.analyse(image, {
        scene: 'one',
        embed: true,
        liveness: false,
        careful: true,
      });
      return { analysis, verdict: checkSingleFace(analysis, 'enrolment') };
    },

    /** Analyses a camera image: size, light, number of faces. */
    analyseCameraImage: (image: Uint8Array) =>
      images.analyse(image, { scene: 'one', embed: false, liveness: true }),

    async settings(): Promise<FaceSettings> {
      return { liveness: await repos.settings.liveness(), ages: await repos.settings.ages() };
    },

    /** What is not given stays. */
    save: (
      actor: Actor,
      { liveness, ages }: { [Key in keyof FaceSettings]?: FaceSettings[Key] | undefined },
    ) =>
      transactAndPublish('settings', async (tx) => {
        if (liveness) await tx.settings.saveLiveness(liveness);
        if (ages) await tx.settings.saveAges(ages);
        const detail = { ...(liveness && { liveness }), ...(ages && { ages }) };
        await tx.audit.insert(auditEntry(actor, clock.now(), 'face_settings_saved', null, detail));
      }),

    /** The model in use; of the people whom the actor reaches, how many are enrolled and who must enrol again. */
    async status(actor: Actor): Promise<FaceStatus> {
      const within = requireReach(actor, 'faces.manage');
      const { unreadable, ...status } = await gallerySync.status();
      const counts = within.of === 'institution' ? {} : await repos.faces.countWithin(within);
      const modelId = images.profile()?.modelId ?? null;
      const outdated = modelId === null ? [] : (await gallery.outdated(modelId)).map(Number);
      // One question for everybody: after a change of model this is the whole school.
      const people = new Map<number, PersonListing>();
      for (const person of await repos.people.byIds([
        ...outdated,
        ...unreadable.map(({ personId }) => personId),
      ]))
        if (await reach.covers(within, person)) people.set(person.id, person);
      return {
        ...status,
        ...counts,
        modelId,
        outdated: outdated.flatMap((id) => people.get(id) ?? []),
        unreadable: unreadable.flatMap(({ personId, problem }) => {
          const person = people.get(personId);
          return person ? [{ person, problem }] : [];
        }),
        keyProblem: describeKeyProblem(status.masterKey),
      };
    },
  };
}
