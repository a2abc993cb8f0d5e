import { fileURLToPath } from 'node:url';

/** Where the parts that are not code lie: in the source tree while developing, beside the bundle once built. */
export interface Locations {
  readonly migrations: string;
  /** The built web app; missing while developing, when Vite serves it. */
  readonly web: string;
  /** A migrated, empty database that makes the first start fast; not there while developing. */
  readonly seed: string;
  /** Where fetched models are kept. */
  readonly models: string;
  /** The built thread of the face engine; from source it is found beside its module. */
  readonly faceWorker: URL | undefined;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isSource = import.meta.url.endsWith('.ts');

export const locations: Locations = isSource
  ? {
      migrations: here('../../db/migrations'),
      web: here('../../web/dist'),
      seed: here('../dist/seed.tar.gz'),
      models: here('../../models'),
      faceWorker: undefined,
    }
  : {
      migrations: here('./migrations'),
      web: here('../../web/dist'),
      seed: here('./seed.tar.gz'),
      models: here('../../models'),
      faceWorker: new URL('./engine.worker.js', import.meta.url),
    };
