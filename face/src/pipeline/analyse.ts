import type { AnalyseOptions } from '@rollcall/core/faces/face.ports';
import type { Box, FaceObservation, ImageAnalysis, Point } from '@rollcall/core/faces/face.types';
import type { RecogniserManifest } from '../models/recogniser.manifest.ts';
import { alignmentPoints, FACE_PLANES_SIZE, facePlanes, sampleFace } from './align.ts';
import { coveredPart } from './covering.ts';
import { type Detection, detectFaces, searchRounds } from './detect.ts';
import { embedFace } from './embed.ts';
import { imprintOf } from './imprint.ts';
import { livenessScore } from './liveness.ts';
import { type FaceMesh, fitMesh, MIN_PRESENCE } from './mesh.ts';
import { eyeOpenness, faceOutline, headPose } from './mesh-measures.ts';
import type { FaceRuntime, ImageDecoder } from './pipeline.ports.ts';
import { createPyramid, invert, type Pixels, type Pyramid, turnUpsideDown } from './pixels.ts';
import { lightAround, measureLight, visiblePart } from './quality.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * Whether two detections are one face, by the distance of their nose tips. A half face at the edge of a tile is
 * detected too, and its mesh then fits the whole face.
 */
function isSameFace({ points, measures }: FaceObservation, mesh: FaceMesh): boolean {
  const [, , nose] = alignmentPoints(mesh);
  return Math.hypot(points[2].x - nose.x, points[2].y - nose.y) < measures.eyeDistance / 2;
}

/** A face this strong is the right way up: of 120 portraits upside down none reached it. */
const BEYOND_DOUBT = 0.9;
const CLEARLY_STRONGER = 1.1;

export interface FaceAnalyser {
  analyse(pixels: Pixels, options: AnalyseOptions): Promise<ImageAnalysis>;
}

/** Runs the pipeline on a decoded image: detect, fit the mesh, measure, embed, liveness. Same code in Node and browser. */
export function createFaceAnalyser(needs: {
  runtime: FaceRuntime;
  manifest: RecogniserManifest;
}): FaceAnalyser {
  const { runtime, manifest } = needs;

  async function measureFace(
    image: Pyramid,
    detection: Detection,
    mesh: FaceMesh,
    options: AnalyseOptions,
  ): Promise<FaceObservation> {
    const points = alignmentPoints(mesh);
    const sample = sampleFace(image, points, FACE_PLANES_SIZE);
    const planes = facePlanes(sample);
    const box: Box = { x: detection.x, y: detection.y, width: detection.width, height: detection.height };
    const { inputSize } = manifest;
    const input = inputSize === sample.size ? sample : sampleFace(image, points, inputSize);
    const embedded = options.embed ? await embedFace(runtime.recogniser, manifest, input) : null;
    return {
      box,
      detectionScore: detection.score,
      points,
      outline: faceOutline(mesh),
      measures: {
        eyeDistance: Math.hypot(points[1].x - points[0].x, points[1].y - points[0].y),
        ...measureLight(planes),
        around: lightAround(image, box),
        strength: embedded && manifest.usualLength !== null ? embedded.strength / manifest.usualLength : null,
        pose: headPose(mesh),
        eyeOpenness: await eyeOpenness(runtime.blendshapes, mesh),
        presence: mesh.presence,
        visible: visiblePart(image, box),
        covered: coveredPart(planes),
      },
      imprint: imprintOf(planes),
      mirroredImprint: imprintOf(planes, true),
      ...(options.liveness ? { surroundings: surroundingsOf(image, box) } : {}),
      embedding: embedded?.embedding ?? null,
      liveness: options.liveness ? await livenessScore(runtime.antiSpoof, image, detection) : null,
    };
  }

  const findFaces = async (pixels: Pixels, options: AnalyseOptions): Promise<FaceObservation[]> => {
    const image = createPyramid(pixels);
    const faces: FaceObservation[] = [];
    // The next round runs only if this one found no face.
    for (const windows of searchRounds(image.width, image.height, options.scene)) {
      for (const detection of await detectFaces(runtime.detector, image, windows)) {
        const mesh = await fitMesh(runtime.mesh, image, detection);
        if (mesh.presence < MIN_PRESENCE || faces.some((face) => isSameFace(face, mesh))) continue;
        faces.push(await measureFace(image, detection, mesh, options));
      }
      if (faces.length > 0) break;
    }
    return faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  };

  /** Whether the recogniser sees more of a face in the picture upside down, or with light and dark exchanged. */
  const isTurnedOver = async (pixels: Pixels, strength: number): Promise<boolean> => {
    const options: AnalyseOptions = { scene: 'one', embed: true, liveness: false };
    for (const other of [turnUpsideDown(pixels), invert(pixels)]) {
      const [face] = await findFaces(other, options);
      if ((face?.measures.strength ?? 0) > CLEARLY_STRONGER * strength) return true;
    }
    return false;
  };

  return {
    analyse: async (pixels, options) => {
      const faces = await findFaces(pixels, options);
      const [first, ...rest] = faces;
      const strength = first?.measures.strength ?? null;
      const found = { width: pixels.width, height: pixels.height };
      if (!options.careful || !first || strength === null || strength >= BEYOND_DOUBT)
        return { ...found, faces };
      const measures = { ...first.measures, isTurnedOver: await isTurnedOver(pixels, strength) };
      return { ...found, faces: [{ ...first, measures }, ...rest] };
    },
  };
}

/** Longest side after decoding. One person at a camera fills the image, so more pixels only cost time; a group needs them. */
const MAX_SIDE = { one: 1600, many: 5000 };

/** Converts coordinates from the decoded to the original image size. */
function rescale(face: FaceObservation, factor: number): FaceObservation {
  const point = ({ x, y }: Point): Point => ({ x: x * factor, y: y * factor });
  const [a, b, c, d, e] = face.points;
  const { box, measures, outline } = face;
  return {
    ...face,
    box: { ...point(box), width: box.width * factor, height: box.height * factor },
    points: [point(a), point(b), point(c), point(d), point(e)],
    ...(outline === undefined ? {} : { outline: outline.map(point) }),
    measures: { ...measures, eyeDistance: measures.eyeDistance * factor },
  };
}

/** Decodes an image file and analyses it; coordinates refer to the file's own size. */
export function createFileAnalyser(needs: { decoder: ImageDecoder; analyser: FaceAnalyser }) {
  return {
    analyse: async (file: Uint8Array, options: AnalyseOptions): Promise<ImageAnalysis> => {
      const { pixels, width, height } = await needs.decoder.decode(file, MAX_SIDE[options.scene]);
      const { faces } = await needs.analyser.analyse(pixels, options);
      const factor = width / pixels.width;
      return { width, height, faces: factor === 1 ? faces : faces.map((face) => rescale(face, factor)) };
    },
  };
}
