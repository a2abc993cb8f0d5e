import { type FaceEngine, ImageError, type RecogniserProfile } from '@rollcall/core/faces/face.ports';
import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { imageKind } from '@rollcall/core/faces/images/image-file.rules';
import { normalise } from '@rollcall/core/faces/matching/match.rules';
import type { TestApp } from './test-app.ts';

/** The face that the scripted engine finds in an image: the image is this as JSON after a PNG signature. */
export interface Scene {
  readonly person: number;
  readonly liveness?: number;
  readonly yaw?: number;
  readonly pitch?: number;
  readonly eyes?: number;
  /** A second person whom this face matches equally well. */
  readonly or?: number;
  readonly eyeDistance?: number;
  /** Makes two images of the same scene different files. */
  readonly nonce?: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PROFILE: RecogniserProfile = {
  modelId: 'scripted',
  embeddingSize: 16,
  verifyThreshold: 0.5,
  verifyThresholdFrom12: 0.55,
  verifyThresholdUnder12: 0.6,
  identifyThreshold: 0.52,
  identifyMargin: 0.05,
  usualSpread: null,
  agreeThreshold: 0.4,
  liveAbove: 0.8,
  spoofBelow: 0.2,
  movingSpoofBelow: 0.2,
};

/** A base64 image of one scene, or of several faces side by side. */
export const sceneImage = (scene: Scene | readonly Scene[]): string =>
  Buffer.concat([Buffer.from(PNG), Buffer.from(JSON.stringify(scene))]).toString('base64');

/** Three different images of one person, for enrolment. */
export const enrolmentImages = (person: number): string[] =>
  [1, 2, 3].map((nonce) => sceneImage({ person, nonce }));

/** Replaces the face data of a person with three images. */
export const enrolFace = (app: Pick<TestApp, 'admin'>, code: string, person: number) =>
  app.admin('POST', '/admin/capture-face', { user_id: code, images: enrolmentImages(person) });

/** Points on a sphere, rotated by the yaw: near points move more than far ones, as in a real head turn. */
function outline(yaw: number) {
  const angle = (yaw * Math.PI) / 180;
  return Array.from({ length: 24 }, (_, index) => {
    const [x, y, z] = [Math.sin(index * 1.7), Math.cos(index * 2.3), Math.sin(index * 0.9 + 1)];
    return { x: 200 + 80 * (x * Math.cos(angle) + z * Math.sin(angle)), y: 200 + 80 * y };
  });
}

/** Bits that differ with everything in the scene, as those of a real picture do. */
function imprint(scene: string): Uint8Array {
  let state = 7;
  for (const letter of scene) state = (state * 31 + letter.charCodeAt(0)) >>> 0;
  return Uint8Array.from({ length: 32 }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

function observe(scene: Scene, place: number): FaceObservation {
  const { person, or, liveness = 0.95, yaw = 0, pitch = 0, eyes = 0.9, eyeDistance = 80 } = scene;
  const point = { x: 0, y: 0 };
  return {
    box: { x: 100 + place * 300, y: 100, width: 200, height: 200 },
    detectionScore: 0.99,
    points: [point, point, point, point, point],
    outline: outline(yaw),
    imprint: imprint(JSON.stringify(scene)),
    mirroredImprint: imprint(`mirrored ${JSON.stringify(scene)}`),
    measures: {
      eyeDistance,
      brightness: 0.5,
      contrast: 0.2,
      sharpness: 0.5,
      evenness: 0.8,
      around: 0.5,
      strength: 1,
      pose: { yaw, pitch, roll: 0 },
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

function readScenes(text: string): Scene[] {
  try {
    return [JSON.parse(text) as Scene | Scene[]].flat(); // written by sceneImage
  } catch {
    throw new ImageError('damaged', 'The image is damaged or cut short.');
  }
}

/** A face engine that reads its result from the image, for tests of the flow around recognition. */
export function createScriptedEngine(): FaceEngine {
  return {
    profile: PROFILE,
    analyse: async (image) => {
      imageKind(image);
      const scenes = readScenes(Buffer.from(image).subarray(PNG.length).toString());
      return { width: 100 + scenes.length * 300, height: 400, faces: scenes.map(observe) };
    },
    close: async () => {},
  };
}
