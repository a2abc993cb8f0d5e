import { normalise } from '@rollcall/core/faces/embedding.rules';
import type { FaceEngine, RecogniserProfile } from '@rollcall/core/faces/face.ports';
import type { FaceObservation } from '@rollcall/core/faces/face.types';

/** What the scripted engine "sees" in a picture: the picture's bytes are this, as JSON after a PNG signature. */
export interface Scene {
  readonly person: number;
  readonly liveness?: number;
  readonly yaw?: number;
  readonly eyes?: number;
  /** Someone this face is as like as it is to `person`. */
  readonly or?: number;
  readonly eyeDistance?: number;
  /** Makes two pictures of the same scene different files. */
  readonly nonce?: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PROFILE: RecogniserProfile = {
  modelId: 'scripted',
  embeddingSize: 16,
  verifyThreshold: 0.5,
  identifyThreshold: 0.5,
  identifyMargin: 0.05,
  duplicateThreshold: 0.6,
  agreeThreshold: 0.4,
  liveAbove: 0.8,
  spoofBelow: 0.2,
};

/** One person at a camera, or a class: the faces stand side by side. */
export const pictureOf = (scene: Scene | readonly Scene[]): string =>
  Buffer.concat([Buffer.from(PNG), Buffer.from(JSON.stringify(scene))]).toString('base64');

/** A head as a few points on a sphere, turned: a real turn moves near points more than far ones. */
function outline(yaw: number) {
  const angle = (yaw * Math.PI) / 180;
  return Array.from({ length: 24 }, (_, index) => {
    const [x, y, z] = [Math.sin(index * 1.7), Math.cos(index * 2.3), Math.sin(index * 0.9 + 1)];
    return { x: 200 + 80 * (x * Math.cos(angle) + z * Math.sin(angle)), y: 200 + 80 * y };
  });
}

function observe(scene: Scene, place: number): FaceObservation {
  const { person, or, liveness = 0.95, yaw = 0, eyes = 0.9, eyeDistance = 80 } = scene;
  const point = { x: 0, y: 0 };
  return {
    box: { x: 100 + place * 300, y: 100, width: 200, height: 200 },
    detectionScore: 0.99,
    points: [point, point, point, point, point],
    outline: outline(yaw),
    measures: {
      eyeDistance,
      brightness: 0.5,
      contrast: 0.2,
      sharpness: 0.5,
      pose: { yaw, pitch: 0, roll: 0 },
      eyeOpenness: { left: eyes, right: eyes },
      presence: 0.99,
      visible: 1,
      covered: 0,
    },
    embedding: normalise(
      Float32Array.from({ length: 16 }, (_, index) => (index === person || index === or ? 1 : 0.01)),
    ),
    liveness,
  };
}

/** Stands in for the real engine where the flow around it is the subject: the real one has tests of its own. */
export function createScriptedEngine(): FaceEngine {
  return {
    profile: PROFILE,
    analyse: async (image) => {
      const text = Buffer.from(image).subarray(PNG.length).toString();
      const scenes = [JSON.parse(text) as Scene | Scene[]].flat(); // written by pictureOf
      return { width: 100 + scenes.length * 300, height: 400, faces: scenes.map(observe) };
    },
    close: async () => {},
  };
}
