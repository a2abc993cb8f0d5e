import { alignedCrop, alignmentPoints } from '@rollcall/face/align';
import { createFaceAnalyser } from '@rollcall/face/analyse';
import { createFileAnalyser } from '@rollcall/face/analyse-file';
import { createNodeImageDecoder } from '@rollcall/face/decode-node';
import { detectFaces } from '@rollcall/face/detect';
import { embedFace } from '@rollcall/face/embed';
import { eyeOpenness } from '@rollcall/face/eyes';
import { facePlanes } from '@rollcall/face/face-planes';
import { livenessScore } from '@rollcall/face/liveness';
import { fitMesh } from '@rollcall/face/mesh';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { createPyramid } from '@rollcall/face/pyramid';
import { measureLight } from '@rollcall/face/quality';
import { openNodeRuntime } from '@rollcall/face/runtime-node';
import { searchRounds } from '@rollcall/face/windows';
import { type Timing, timeRuns } from './speed-timing.ts';

const RUNS = 40;

/** Each step on its own, then the whole request as the product makes it; `threads` inside each network. */
export async function timeStages(
  models: ModelFiles,
  photo: Uint8Array,
  threads: number,
): Promise<Record<string, Timing>> {
  const runtime = await openNodeRuntime(models, threads);
  const decoder = createNodeImageDecoder();
  const { pixels } = await decoder.decode(photo, 1600);
  const image = createPyramid(pixels);
  const [windows = []] = searchRounds(image.width, image.height, 'one');
  const [face] = await detectFaces(runtime.detector, image, windows);
  if (face === undefined) throw new Error('The benchmark photo shows no face.');
  const mesh = await fitMesh(runtime.mesh, image, face);
  const crop = alignedCrop(alignmentPoints(mesh), models.manifest.inputSize);
  const whole = createFileAnalyser({
    decoder,
    analyser: createFaceAnalyser({ runtime, manifest: models.manifest }),
  });
  const options = { scene: 'one', embed: true, liveness: true } as const;
  const timings = {
    decode: await timeRuns(RUNS, () => decoder.decode(photo, 1600)),
    // A fresh pyramid each time: its smaller levels are part of finding a face.
    detect: await timeRuns(RUNS, () => detectFaces(runtime.detector, createPyramid(pixels), windows)),
    mesh: await timeRuns(RUNS, () => fitMesh(runtime.mesh, image, face)),
    eyes: await timeRuns(RUNS, () => eyeOpenness(runtime.blendshapes, mesh)),
    quality: await timeRuns(RUNS, () => measureLight(facePlanes(image, crop))),
    embed: await timeRuns(RUNS, () => embedFace(runtime.recogniser, models.manifest, image, crop)),
    liveness: await timeRuns(RUNS, () => livenessScore(runtime.antiSpoof, image, face)),
    whole_request: await timeRuns(RUNS, () => whole.analyse(photo, options)),
  };
  await runtime.close();
  return timings;
}
