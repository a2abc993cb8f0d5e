import type { KioskFaces } from '../../attendance/kiosk/kiosk.ports.ts';
import { frontViewOf } from '../../liveness/challenge.rules.ts';
import type { ConsentCheck } from '../../privacy/privacy.ports.ts';
import type { Comparisons } from '../comparisons.ts';
import { type FaceGallery, galleryKey } from '../gallery.ports.ts';
import type { GallerySync } from '../gallery-sync.ts';
import type { ImageAnalyser } from '../images/image-analyser.ts';
import { areTooMany, decideNaming } from '../matching/naming.rules.ts';
import { judgeBurst } from './burst.rules.ts';

interface Needs {
  readonly gallery: FaceGallery;
  readonly images: ImageAnalyser;
  readonly comparisons: Comparisons;
  readonly consent: ConsentCheck;
  readonly gallerySync: Pick<GallerySync, 'assertLoaded'>;
}

/** People whose scores are looked at: the nearest, and whoever is so near that they cannot be told apart. */
const RANKED = 20;

/** Recognises whoever stands in front of a kiosk: 1:N, from several pictures, which are not stored. */
export function createBurstRecognition(needs: Needs): KioskFaces {
  const { gallery, images, comparisons, consent, gallerySync } = needs;

  return {
    async areTooMany({ strangersIn, among }) {
      const agreed = among && (await consent.allowedAmong(among));
      return areTooMany(agreed ? agreed.size : (await gallery.count()).people, strangersIn);
    },

    async recognise(pictures, { liveness, strangersIn, among }) {
      gallerySync.assertLoaded();
      const { profile } = images.engine();
      const options = { scene: 'one', embed: true, liveness: liveness !== 'off' } as const;
      const analyses = await images.analyseAll(pictures, options);
      const verdict = judgeBurst(analyses, liveness, profile);
      if (!verdict.ok) return verdict;
      const probe = { modelId: profile.modelId, embedding: verdict.embedding };
      // Read after the slow analysis, so that a consent withdrawn meanwhile is respected.
      const agreed = among && (await consent.allowedAmong(among));
      const limited = agreed && { among: [...agreed].map(galleryKey) };
      const ranked = await gallery.search(probe, { ...limited, limit: RANKED });
      const allowed = agreed ?? (await consent.allowedAmong(ranked.map(({ personId }) => Number(personId))));
      const matches = ranked.filter(({ personId }) => allowed.has(Number(personId)));
      const neighbours = await gallery.neighbours(probe);
      const candidates = agreed ? agreed.size : neighbours.people;
      const naming = decideNaming(
        { matches, neighbours, candidates },
        await comparisons.current(),
        strangersIn,
      );
      const front = liveness === 'move' && verdict.front ? frontViewOf(verdict.front) : null;
      switch (naming.kind) {
        case 'unknown':
          return { kind: 'unknown', reasons: naming.reasons };
        case 'named':
          return { kind: 'named', people: [Number(naming.personId)], reasons: naming.reasons, front };
        default:
          return {
            kind: naming.kind,
            people: naming.candidates.map(Number),
            reasons: naming.reasons,
            front,
          };
      }
    },
  };
}
