import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { faceProblem } from '@rollcall/core/faces/face-quality.rules';
import sharp from 'sharp';

/** What the labels file says about a photo; the measuring program alone reads it, the product knows none of it. */
export interface Label {
  readonly file: string;
  readonly person: string;
  readonly age: number | null;
  readonly sex: string | null;
  readonly group: string | null;
  /** Where the photo comes from. */
  readonly set: string;
  /** Cut at the outline of the face, as no camera does: a grey frame is put around it. */
  readonly isCropped: boolean;
}

export interface LabelledPhoto extends Label {
  /** Null where no face was found. */
  readonly embedding: Float32Array | null;
  /** The quality gate's reason of refusal, or `ok`. */
  readonly attendance: string;
  readonly enrolment: string;
}

/** Reads a table with a heading line: file, person, and any of age, sex, group, set, cropped. */
export async function readLabels(path: string): Promise<{ labels: Label[]; sha256: string }> {
  const text = await readFile(path, 'utf8');
  const [heading = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = heading.split('\t');
  const labels = lines.map((line, i) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() || null;
    const [file, person, age] = [cell('file'), cell('person'), cell('age')];
    if (!file || !person) throw new Error(`Line ${i + 2} of the labels names no file or person.`);
    return {
      file,
      person,
      age: age === null ? null : Number(age),
      sex: cell('sex'),
      group: cell('group'),
      set: cell('set') ?? 'all',
      isCropped: cell('cropped') === '1',
    };
  });
  return { labels, sha256: createHash('sha256').update(text).digest('hex') };
}

const FRAME = { top: 50, bottom: 50, left: 50, right: 50, background: '#777' };
const LANES = 3;

type Analysed = Pick<LabelledPhoto, 'embedding' | 'attendance' | 'enrolment'>;

async function analyse(engine: FaceEngine, path: string, isCropped: boolean): Promise<Analysed> {
  const raw = await readFile(path);
  const file = isCropped ? await sharp(raw).extend(FRAME).jpeg({ quality: 95 }).toBuffer() : raw;
  const { faces } = await engine.analyse(file, { scene: 'one', embed: true, liveness: false });
  const [face] = faces;
  if (!face?.embedding) return { embedding: null, attendance: 'no_face', enrolment: 'no_face' };
  const verdict = (purpose: 'attendance' | 'enrolment') => faceProblem(face.measures, purpose) ?? 'ok';
  return { embedding: face.embedding, attendance: verdict('attendance'), enrolment: verdict('enrolment') };
}

const packed = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Lines of file, embedding, verdicts: half an hour's work that a second run need not do again. */
async function readKnown(cache: string): Promise<Map<string, Analysed>> {
  const lines = (await readFile(cache, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [file = '', text = '', attendance = '', enrolment = ''] = line.split('\t');
      const bytes = new Uint8Array(Buffer.from(text, 'base64'));
      return [file, { embedding: text ? new Float32Array(bytes.buffer) : null, attendance, enrolment }];
    }),
  );
}

/** Embeds all photos as the product would; those in the cache are not looked at again. */
export async function embedPhotos(
  engine: FaceEngine,
  folder: string,
  labels: readonly Label[],
  cache: string | undefined,
): Promise<LabelledPhoto[]> {
  const known = cache === undefined ? new Map<string, Analysed>() : await readKnown(cache);
  const rest = labels.filter(({ file }) => !known.has(file));
  const todo = rest.length;
  const lane = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const found = await analyse(engine, join(folder, next.file), next.isCropped);
      known.set(next.file, found);
      const { embedding, attendance, enrolment } = found;
      const cells = [next.file, embedding ? packed(embedding).toString('base64') : '', attendance, enrolment];
      if (cache !== undefined) await appendFile(cache, `${cells.join('\t')}\n`);
      if (rest.length % 500 === 0) console.log(`${todo - rest.length} of ${todo} photos`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return labels.map((label) => {
    const found = known.get(label.file);
    if (!found) throw new Error(`${label.file} was not analysed.`);
    return { ...label, ...found };
  });
}
