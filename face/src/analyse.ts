import type { AnalyseOptions } from '@rollcall/core/faces/face.ports';
import type { Box, FaceObservation, ImageAnalysis } from '@rollcall/core/faces/face.types';
import { alignedCrop, alignmentPoints } from './align.ts';
import { coveredPart } from './covering.ts';
import { detectFaces } from './detect.ts';
import type { Detection } from './detection.types.ts';
import { embedFace } from './embed.ts';
import { eyeOpenness } from './eyes.ts';
import { FACE_PLANES_SIZE, facePlanes } from './face-planes.ts';
import { livenessScore } from './liveness.ts';
import { type FaceMesh, fitMesh, MIN_PRESENCE } from './mesh.ts';
import { outlineOf } from './outline.ts';
import type { Pixels } from './pixels.ts';
import { headPose } from './pose.ts';
import { createPyramid, type Pyramid } from './pyramid.ts';
import { measureLight, visiblePart } from './quality.ts';
import type { RecogniserManifest } from './recogniser.manifest.ts';
import type { FaceRuntime } from './runtime.port.ts';
import { searchRounds } from './windows.ts';

/** Half a face at the edge of a tile leads the mesh to the whole face beside it: the nose tells. */
function isSameFace({ points, measures }: FaceObservation, mesh: FaceMesh): boolean {
  const [, , nose] = alignmentPoints(mesh);
  return Math.hypot(points[2].x - nose.x, points[2].y - nose.y) < measures.eyeDistance / 2;
}

export interface FaceAnalyser {
  analyse(pixels: Pixels, options: AnalyseOptions): Promise<ImageAnalysis>;
}

/** The steps, in order, on an image that is already decoded. The same code in Node and in the browser. */
export function createFaceAnalyser(needs: {
  runtime: FaceRuntime;
  manifest: RecogniserManifest;
}): FaceAnalyser {
  const { runtime, manifest } = needs;

  async function observe(
    image: Pyramid,
    detection: Detection,
    mesh: FaceMesh,
    options: AnalyseOptions,
  ): Promise<FaceObservation> {
    const points = alignmentPoints(mesh);
    const crop = alignedCrop(points, manifest.inputSize);
    const planes = facePlanes(image, alignedCrop(points, FACE_PLANES_SIZE));
    const box: Box = { x: detection.x, y: detection.y, width: detection.width, height: detection.height };
    return {
      box,
      detectionScore: detection.score,
      points,
      outline: outlineOf(mesh),
      measures: {
        eyeDistance: Math.hypot(points[1].x - points[0].x, points[1].y - points[0].y),
        ...measureLight(planes),
        pose: headPose(mesh),
        eyeOpenness: await eyeOpenness(runtime.blendshapes, mesh),
        presence: mesh.presence,
        visible: visiblePart(image, box),
        covered: coveredPart(planes),
      },
      embedding: options.embed ? await embedFace(runtime.recogniser, manifest, image, crop) : null,
      liveness: options.liveness ? await livenessScore(runtime.antiSpoof, image, detection) : null,
    };
  }

  return {
    analyse: async (pixels, options) => {
      const image = createPyramid(pixels);
      const faces: FaceObservation[] = [];
      // Another round only when the one before found nobody.
      for (const windows of searchRounds(image.width, image.height, options.scene)) {
        for (const detection of await detectFaces(runtime.detector, image, windows)) {
          const mesh = await fitMesh(runtime.mesh, image, detection);
          if (mesh.presence < MIN_PRESENCE || faces.some((face) => isSameFace(face, mesh))) continue;
          faces.push(await observe(image, detection, mesh, options));
        }
        if (faces.length > 0) break;
      }
      faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
      return { width: image.width, height: image.height, faces };
    },
  };
}
