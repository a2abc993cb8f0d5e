import type { AnalyseOptions } from '@rollcall/core/faces/face.ports';
import type { FaceObservation, ImageAnalysis, Point } from '@rollcall/core/faces/face.types';
import type { FaceAnalyser } from './analyse.ts';
import type { ImageDecoder } from './image-decoder.port.ts';

/** A person at a camera fills the picture: more pixels cost time and find nothing. A group needs them all. */
const MAX_SIDE = { one: 1600, many: 5000 };

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
