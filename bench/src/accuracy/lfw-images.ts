import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { FaceObservation, ImageAnalysis } from '@rollcall/core/faces/face.types';
import { faceProblem } from '@rollcall/core/faces/face-quality.rules';

export interface Pair {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
  readonly fold: string;
}

/** Reads a table with a heading line and the columns imageA, imageB, same (1 or 0), fold. */
export async function readPairs(file: string): Promise<Pair[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.slice(1).map((line, i) => {
    const [one, other, same, fold] = line.split('\t');
    if (one === undefined || other === undefined || same === undefined) {
      throw new Error(`Line ${i + 2} of the pairs file has too few columns.`);
    }
    return { one, other, same: same.trim() === '1', fold: fold?.trim() ?? '1' };
  });
}

/** The person's name: in LFW the folder, or the beginning of the file name. */
export function personOf(image: string): string {
  const parts = image.split('/');
  return parts.length > 1 ? parts.slice(0, -1).join('/') : image.replace(/_\d+\.\w+$/, '');
}

/** LFW photos are centred on their subject; other people are at the edge. */
export function centralFace({ width, height, faces }: ImageAnalysis): FaceObservation | null {
  const distance = ({ box }: FaceObservation) =>
    Math.hypot(box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2) - box.width / 2;
  return faces.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

export interface EmbeddedImages {
  /** Null for an image in which no face was found. */
  readonly embeddings: Map<string, Float32Array | null>;
  /** How often the quality gate would pass a face, or refuse it for which reason. */
  readonly gate: Record<'attendance' | 'enrolment', Record<string, number>>;
}

export async function embedImages(
  engine: FaceEngine,
  folder: string,
  images: readonly string[],
  lanes: number,
): Promise<EmbeddedImages> {
  const embeddings: EmbeddedImages['embeddings'] = new Map();
  const gate: EmbeddedImages['gate'] = { attendance: {}, enrolment: {} };
  const rest = [...images];
  const lane = async () => {
    for (let image = rest.pop(); image !== undefined; image = rest.pop()) {
      const file = await readFile(join(folder, image));
      const analysis = await engine.analyse(file, { scene: 'one', embed: true, liveness: false });
      const face = centralFace(analysis);
      embeddings.set(image, face?.embedding ?? null);
      for (const purpose of ['attendance', 'enrolment'] as const) {
        const verdict = face === null ? 'no_face' : (faceProblem(face.measures, purpose) ?? 'passed');
        gate[purpose][verdict] = (gate[purpose][verdict] ?? 0) + 1;
      }
      if (embeddings.size % 250 === 0) console.log(`${embeddings.size} of ${images.length} images`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { embeddings, gate };
}
