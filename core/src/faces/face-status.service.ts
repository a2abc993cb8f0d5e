import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { AnalyseImage } from './analyse-image.ts';
import type { LivenessPolicy } from './face.types.ts';
import { judgeSingleFace } from './face-quality.rules.ts';

type Needs = Pick<Ports, 'clock' | 'repos' | 'gallery'> & { announcing: Announcing; images: AnalyseImage };

/** What can be said about faces and cameras without keeping anything. */
export function createFaceStatusService({ clock, repos, gallery, announcing, images }: Needs) {
  return {
    decode: images.decode,

    /** Would this photo do for enrolment? */
    async check(image: Uint8Array) {
      const analysis = await images.analyse(image, { scene: 'one', embed: false, liveness: false });
      return { analysis, verdict: judgeSingleFace(analysis, 'enrolment') };
    },

    /** What a camera shows: size, light, how many faces. */
    camera: (image: Uint8Array) => images.analyse(image, { scene: 'one', embed: false, liveness: true }),

    liveness: () => repos.settings.liveness(),

    saveLiveness: (actor: Actor, liveness: LivenessPolicy) =>
      announcing('settings', async (tx) => {
        await tx.settings.saveLiveness(liveness);
        await tx.audit.insert(auditOf(actor, clock.now(), 'face_settings_saved', null, { liveness }));
      }),

    /** Which model is in use, how many are enrolled, and who must enrol again because the model has changed. */
    async status() {
      const { modelId } = images.engine().profile;
      const outdated = await Promise.all(
        gallery.outdated(modelId).map((id) => repos.people.byId(Number(id))),
      );
      return { modelId, ...gallery.count(), outdated: outdated.filter((person) => person !== null) };
    },
  };
}
