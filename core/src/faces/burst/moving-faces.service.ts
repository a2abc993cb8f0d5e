import type { KioskMovement, MovingFaces } from '../../attendance/kiosk/movement/movement.ports.ts';
import { verifyStep } from '../../liveness/challenge.rules.ts';
import { packFrontView, unpackFrontView } from '../../liveness/front-view.rules.ts';
import type { FaceRepos, TemplateVault } from '../face.ports.ts';
import type { ImageAnalyser } from '../images/image-analyser.ts';

interface Needs {
  readonly repos: FaceRepos;
  readonly images: ImageAnalyser;
  readonly vault: Pick<TemplateVault, 'forPerson'>;
}

/** Names what is sealed, so that nothing else that the same key seals can take its place. */
const SEALED = 'kiosk movement';

/** Looks whether whoever was recognised at a kiosk moves as asked. The first picture is kept sealed meanwhile. */
export function createMovingFaces({ repos, images, vault }: Needs): MovingFaces {
  const vaultOf = async (personId: number) => {
    const key = await repos.faces.keyOf(personId);
    return key && vault.forPerson(personId, key);
  };
  const nearest = ({ people }: Pick<KioskMovement, 'people'>) => people[0] ?? 0;

  return {
    async seal(personId, front) {
      const own = await vaultOf(personId);
      return own ? own.seal(SEALED, packFrontView(front)) : null;
    },

    async problemOf(movement, step, pictures) {
      const { profile } = images.engine();
      const options = { scene: 'one', embed: true, liveness: true } as const;
      const frames = await images.analyseAll(pictures, options);
      // Read after the slow analysis: face data that was removed meanwhile is not used.
      const own = await vaultOf(nearest(movement));
      // Enrolled anew since: the old key is gone, and what it sealed with it.
      const packed = own && (await own.open(SEALED, movement.front).catch(() => null));
      if (!packed) return 'gone';
      const outcome = verifyStep({ front: unpackFrontView(packed), frames, step, profile });
      return outcome.ok ? null : outcome.problem;
    },
  };
}
