import type { SettingsRepos } from '../settings/settings.ports.ts';
import type { FaceRepos } from './face.ports.ts';
import { lookAlikeKeys } from './gallery.ports.ts';
import type { ImageAnalyser } from './images/image-analyser.ts';
import type { Comparison } from './matching/nearness.rules.ts';

type Repos = FaceRepos & SettingsRepos;

interface Needs {
  readonly repos: Repos;
  readonly images: Pick<ImageAnalyser, 'engine'>;
}

/** How this institution compares faces: its model, whose faces it says they are, and its look-alikes. */
export function createComparisons({ repos, images }: Needs) {
  return {
    async current(from: Repos = repos): Promise<Comparison> {
      return {
        profile: images.engine().profile,
        ages: await from.settings.ages(),
        lookAlikes: lookAlikeKeys(await from.faces.lookAlikes()),
      };
    },
  };
}

export type Comparisons = ReturnType<typeof createComparisons>;
