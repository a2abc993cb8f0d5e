import { tidyOnnx } from '../models/convert/onnx.tidy.ts';
import { writeOnnx } from '../models/convert/onnx.writer.ts';
import type { ModelPart, PartId } from '../models/model-parts.ts';
import { sha256, sha512Integrity } from '../models/verify.ts';
import { makeTarball } from './tar.fixture.ts';

function tinyNetwork(seed: number): Uint8Array {
  return writeOnnx({
    nodes: [{ operator: 'Mul', inputs: ['x', 'k'], output: 'y', attributes: {} }],
    constants: [{ name: 'k', shape: [1], data: Float32Array.of(seed) }],
    inputs: [{ name: 'x', shape: [1] }],
    outputs: [{ name: 'y', shape: [1] }],
  });
}

const IDS: readonly PartId[] = ['detector', 'mesh', 'blendshapes', 'antiSpoof', 'recogniser'];

/** A small bill of materials for tests: two packages, five parts. */
export function makeSmallParts() {
  const sources = IDS.map((id, i) => ({ id, data: tinyNetwork(i + 1), path: `package/${id}-original.onnx` }));
  const packs = [sources.slice(0, 3), sources.slice(3)].map((members, i) => {
    const tarball = makeTarball(Object.fromEntries(members.map(({ path, data }) => [path, data])));
    return { name: `pack${i}`, version: '1.0.0', integrity: sha512Integrity(tarball), tarball };
  });
  const parts: ModelPart[] = sources.map(({ id, data, path }, i) => {
    const { tarball: _, ...from } = packs[i < 3 ? 0 : 1] ?? {
      name: '',
      version: '',
      integrity: '',
      tarball: null,
    };
    return {
      id,
      package: from,
      source: path,
      sourceSha256: sha256(data),
      make: 'tidy-onnx',
      file: `${id}.onnx`,
      sha256: sha256(tidyOnnx(data)),
    };
  });
  const tarballs = new Map(packs.map((pack) => [`${pack.name}@${pack.version}`, pack.tarball]));
  return { parts, tarballs, sources };
}
