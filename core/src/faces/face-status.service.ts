import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsRepos } from '../settings/settings.ports.ts';
import type { FaceGallery } from './face.ports.ts';
import type { LivenessPolicy } from './face.types.ts';
import { checkSingleFace } from './face-quality.rules.ts';
import type { ImageAnalyser } from './image-analyser.ts';

type Repos = AuditRepos & PeopleRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly images: ImageAnalyser;
}

/** Checks photos and camera images without storing them, and reports the state of the gallery and the settings. */
export function createFaceStatusService({ clock, repos, gallery, transactAndPublish, images }: Needs) {
  return {
    decode: images.decode,

    /** Checks whether a photo is good enough for enrolment. */
    async checkPhoto(image: Uint8Array) {
      const analysis = await images.analyse(image, { scene: 'one', embed: false, liveness: false });
      return { analysis, verdict: checkSingleFace(analysis, 'enrolment') };
    },

    /** Analyses a camera image: size, light, number of faces. */
    analyseCameraImage: (image: Uint8Array) =>
      images.analyse(image, { scene: 'one', embed: false, liveness: true }),

    liveness: () => repos.settings.liveness(),

    saveLiveness: (actor: Actor, liveness: LivenessPolicy) =>
      transactAndPublish('settings', async (tx) => {
        await tx.settings.saveLiveness(liveness);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'face_settings_saved', null, { liveness }));
      }),

    /** The model in use, the number of people enrolled, and who must enrol again because the model changed. */
    async status() {
      const { modelId } = images.engine().profile;
      const outdated = await Promise.all(
        gallery.outdated(modelId).map((id) => repos.people.byId(Number(id))),
      );
      return { modelId, ...gallery.count(), outdated: outdated.filter((person) => person !== null) };
    },
  };
}
