import { fileURLToPath } from 'node:url';

/** Where the parts that are not code lie: in the source tree while developing, beside the bundle once built. */
export interface Locations {
  readonly migrations: string;
  /** The built web app; missing while developing, when Vite serves it. */
  readonly web: string;
  /** A migrated, empty database that makes the first start fast; not there while developing. */
  readonly seed: string;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isSource = import.meta.url.endsWith('.ts');

export const locations: Locations = isSource
  ? {
      migrations: here('../../db/migrations'),
      web: here('../../web/dist'),
      seed: here('../dist/seed.tar.gz'),
    }
  : { migrations: here('./migrations'), web: here('../../web/dist'), seed: here('./seed.tar.gz') };
