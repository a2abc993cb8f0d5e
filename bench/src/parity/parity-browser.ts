import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { FaceObservation, ImageAnalysis } from '@rollcall/core/faces/face.types';
import { checkSingleFace } from '@rollcall/core/faces/face-quality.rules';
import { cosine, decideIdentification } from '@rollcall/core/faces/matching/match.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { createGallery } from '@rollcall/face/gallery/gallery';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE, GROUP_PICTURE, UNUSABLE } from '@rollcall/face/testing/people.fixtures';
import { withChromium } from '../shared/chromium.ts';
import { fromRoot, saveResult } from '../shared/results.ts';
import { browserFiles } from './browser-engine.ts';

/** `npm run bench:parity-browser`: the server's and the demo's engine must decide the same on fifty photos. */
const PHOTOS = 50;
const ALLOWED = 1e-3;

interface Photo {
  readonly file: Uint8Array;
  /** As the product analyses it: a group photo is never reduced. */
  readonly scene: 'one' | 'many';
}

async function readPhotos(): Promise<Photo[]> {
  const people = await openFixtures('people');
  const strangers = await openFixtures('strangers');
  const ours = FIXTURE_PEOPLE.flatMap(({ enrol, probes }) => [...enrol, ...probes]);
  const known = [...ours, ...Object.values(UNUSABLE)].map((path) => people(path));
  const sides = ['female', 'male'].flatMap((side) =>
    Array.from({ length: 14 }, (_, index) => strangers(`src/demo/faces/${side}/${index + 1}.jpg`)),
  );
  const portraits = [...known, ...sides].slice(0, PHOTOS - 1);
  return [
    { file: people(GROUP_PICTURE), scene: 'many' },
    ...portraits.map((file) => ({ file, scene: 'one' as const })),
  ];
}

/** Enrols the four people of the fixtures with the server's engine. */
async function enrolPeople(engine: FaceEngine) {
  const people = await openFixtures('people');
  const gallery = createGallery();
  for (const { id, enrol: photos } of FIXTURE_PEOPLE) {
    const templates = await Promise.all(
      photos.map(async (path) => {
        const { faces } = await engine.analyse(people(path), { scene: 'one', embed: true, liveness: false });
        return {
          modelId: engine.profile.modelId,
          embedding: faces[0]?.embedding ?? new Float32Array(),
          quality: 1,
        };
      }),
    );
    gallery.set(id, templates);
  }
  return gallery;
}

const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const photos = await readPhotos();
const engine = await createNodeFaceEngine({ models, threads: 1 });
const gallery = await enrolPeople(engine);
const { profile } = engine;

/** The product's decisions on a photo: number of faces, quality verdicts, identity, liveness. */
function decisionOf(analysis: ImageAnalysis) {
  const verdicts = (['attendance', 'enrolment'] as const).map((purpose) => {
    const verdict = checkSingleFace(analysis, purpose);
    return verdict.ok ? 'ok' : verdict.reason;
  });
  const [face] = analysis.faces;
  const neighbours = face?.embedding
    ? gallery.neighbours({ modelId: profile.modelId, embedding: face.embedding })
    : { nearest: [], people: 0 };
  const search = { matches: neighbours.nearest, neighbours, candidates: neighbours.people };
  const who = decideIdentification(search, { profile, ages: 'adults', lookAlikes: [] });
  return {
    faces: analysis.faces.length,
    verdicts,
    who: who.kind === 'accepted' ? who.personId : who.kind,
    live: (face?.liveness ?? 0) >= profile.liveAbove,
  };
}

const inBrowser = await withChromium(
  await browserFiles(
    models,
    photos.map(({ file }) => file),
  ),
  async (page) => {
    await page.waitForFunction('globalThis.ready === true', undefined, { timeout: 120_000 });
    const answers: ImageAnalysis[] = [];
    for (const [index, { scene }] of photos.entries()) {
      const answer: Omit<ImageAnalysis, 'faces'> & {
        faces: (Omit<FaceObservation, 'embedding'> & { embedding: number[] })[];
      } = await page.evaluate(`globalThis.analyse('/photo${index}', '${scene}')`);
      const faces = answer.faces.map((face) => ({ ...face, embedding: Float32Array.from(face.embedding) }));
      answers.push({ ...answer, faces });
    }
    return answers;
  },
);

let worst = 0;
let faces = 0;
const different: unknown[] = [];
for (const [index, { file, scene }] of photos.entries()) {
  const ours = await engine.analyse(file, { scene, embed: true, liveness: true });
  const theirs = inBrowser[index];
  if (!theirs) throw new Error('The browser analysed too few photos.');
  const [a, b] = [decisionOf(ours), decisionOf(theirs)];
  if (JSON.stringify(a) !== JSON.stringify(b)) different.push({ photo: index, server: a, browser: b });
  for (const [at, face] of ours.faces.entries()) {
    const other = theirs.faces[at]?.embedding;
    if (!face.embedding || !other) continue;
    faces += 1;
    worst = Math.max(worst, 1 - cosine(face.embedding, other));
  }
}
await engine.close();
await saveResult('parity-browser', {
  what: 'The same pictures through onnxruntime-node and onnxruntime-web: decisions and embeddings',
  photos: photos.length,
  faces,
  allowed_one_minus_cosine: ALLOWED,
  max_one_minus_cosine: worst,
  different_decisions: different,
});
if (different.length > 0 || !(worst <= ALLOWED) || photos.length < PHOTOS) process.exitCode = 1;
