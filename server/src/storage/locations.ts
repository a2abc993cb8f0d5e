import { fileURLToPath } from 'node:url';

/** Paths of the files that are not code: in the source tree during development, beside the bundle once built. */
export interface Locations {
  readonly migrations: string;
  /** Names the version of this program. */
  readonly packageFile: string;
  /** The built web app. Missing during development, when Vite serves it. */
  readonly web: string;
  /** A migrated, empty database that makes the first start fast. Optional during development. */
  readonly seed: string;
  /** The folder of downloaded models. */
  readonly models: string;
  /** The built worker of the face engine. When run from source, it is found beside its module. */
  readonly faceWorker: URL | undefined;
  /** The built worker of the face gallery, likewise. */
  readonly galleryWorker: URL | undefined;
  /** The built worker that opens sealed faces, likewise. */
  readonly openingWorker: URL | undefined;
  /** The built worker that parses uploaded files, likewise. */
  readonly parseWorker: URL | undefined;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isSource = import.meta.url.endsWith('.ts');

export const locations: Locations = isSource
  ? {
      migrations: here('../../../db/migrations'),
      packageFile: here('../../package.json'),
      web: here('../../../web/dist'),
      seed: here('../../dist/seed.tar.gz'),
      models: here('../../../models'),
      faceWorker: undefined,
      galleryWorker: undefined,
      openingWorker: undefined,
      parseWorker: undefined,
    }
  : {
      migrations: here('./migrations'),
      packageFile: here('../package.json'),
      web: here('../../web/dist'),
      seed: here('./seed.tar.gz'),
      models: here('../../models'),
      faceWorker: new URL('./engine.worker.js', import.meta.url),
      galleryWorker: new URL('./gallery.worker.js', import.meta.url),
      openingWorker: new URL('./opening.worker.js', import.meta.url),
      parseWorker: new URL('./parse.worker.js', import.meta.url),
    };
