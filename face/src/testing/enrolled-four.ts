import { templateFromPhotos } from '@rollcall/core/faces/enrolment.rules';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { checkSingleFace } from '@rollcall/core/faces/face-quality.rules';
import { decideIdentification, type Search } from '@rollcall/core/faces/matching/match.rules';
import type { Comparison } from '@rollcall/core/faces/matching/nearness.rules';
import { createNodeFaceEngine } from '../engine/engine-node.ts';
import { createGallery } from '../gallery/gallery.ts';
import { fixtureModels, openFixtures } from './fixtures.ts';
import { FIXTURE_PEOPLE } from './people.fixtures.ts';

export function embeddingOf(face: FaceObservation): Float32Array {
  if (face.embedding === null) throw new Error('no embedding');
  return face.embedding;
}

/** The real engine on one thread, and a gallery of the four people of the fixtures, three photos each. */
export async function openEnrolledFour() {
  const engine: FaceEngine = await createNodeFaceEngine({
    models: await fixtureModels(),
    threads: 1,
    queueDepth: 200,
    maxWaitMs: 120_000,
  });
  const people = await openFixtures('people');
  const gallery = createGallery();

  const analyse = (image: Uint8Array, scene: 'one' | 'many' = 'one') =>
    engine.analyse(image, { scene, embed: true, liveness: false, careful: scene === 'one' });

  async function onlyFace(image: Uint8Array, purpose: 'attendance' | 'enrolment' = 'attendance') {
    const verdict = checkSingleFace(await analyse(image), purpose);
    if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`);
    return { embedding: embeddingOf(verdict.face), quality: verdict.quality };
  }

  const search = (embedding: Float32Array): Search => {
    const neighbours = gallery.neighbours({ modelId: engine.profile.modelId, embedding });
    return { matches: neighbours.nearest, neighbours, candidates: neighbours.people };
  };
  const comparison = (): Comparison => ({ profile: engine.profile, ages: 'adults', lookAlikes: [] });

  for (const person of FIXTURE_PEOPLE) {
    const photos = [];
    for (const path of person.enrol) photos.push(await onlyFace(people(path), 'enrolment'));
    const outcome = templateFromPhotos(photos, engine.profile);
    if (outcome.kind !== 'template') throw new Error(`${person.id}: ${outcome.kind}`);
    gallery.set(person.id, [outcome.template]);
  }
  return {
    engine,
    people,
    analyse,
    onlyFace,
    search,
    comparison,
    identify: (embedding: Float32Array) => decideIdentification(search(embedding), comparison()),
  };
}
