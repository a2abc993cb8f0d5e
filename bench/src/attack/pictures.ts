import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { FaceObservation, Point } from '@rollcall/core/faces/face.types';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { detectFaces, searchRounds } from '@rollcall/face/pipeline/detect';
import { fitMesh, MESH_POINTS } from '@rollcall/face/pipeline/mesh';
import { createPyramid } from '@rollcall/face/pipeline/pixels';
import sharp, { type Sharp } from 'sharp';

/** An attacker works on pixels: red, green, blue, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A point of the mesh in pixels of the picture; z grows away from the camera, in the same unit. */
export interface Point3 extends Point {
  readonly z: number;
}

export const CAMERA = { width: 640, height: 480 } as const;

export async function decode(file: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(file)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

const toSharp = ({ width, height, data }: Picture) => sharp(data, { raw: { width, height, channels: 3 } });

export const encode = async (picture: Picture, quality = 92): Promise<Uint8Array> =>
  new Uint8Array(await toSharp(picture).jpeg({ quality }).toBuffer());

/** Changes a picture by the image library. */
export async function edit(picture: Picture, change: (image: Sharp) => Sharp): Promise<Picture> {
  const { data, info } = await change(toSharp(picture))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Fits a picture into what a camera sends. */
export const asCamera = (picture: Picture): Promise<Picture> =>
  edit(picture, (image) => image.resize({ ...CAMERA, fit: 'cover', position: 'attention' }));

/** The picture as somebody sees it who came closer. */
export async function nearer(picture: Picture, factor: number): Promise<Picture> {
  const [width, height] = [Math.round(picture.width * factor), Math.round(picture.height * factor)];
  return edit(picture, (image) =>
    image.resize(width, height).extract({
      left: Math.round((width - picture.width) / 2),
      top: Math.round((height - picture.height) / 2),
      width: picture.width,
      height: picture.height,
    }),
  );
}

/** The public networks that an attacker has too: where the points of the face are, and what our measures say. */
export interface Eyes {
  meshOf(picture: Picture): Promise<readonly Point3[] | null>;
  measure(picture: Picture): Promise<FaceObservation | null>;
  close(): Promise<void>;
}

export async function openEyes(models: ModelFiles, engine: FaceEngine): Promise<Eyes> {
  const { manifest: _, ...files } = models;
  const runtime = await openNodeRuntime(files, 1);
  return {
    async meshOf(picture) {
      const image = createPyramid({ ...picture, channels: 3 });
      for (const windows of searchRounds(image.width, image.height, 'one')) {
        const [face] = await detectFaces(runtime.detector, image, windows);
        if (!face) continue;
        const { points, crop } = await fitMesh(runtime.mesh, image, face);
        const scale = Math.hypot(crop.a, crop.d);
        return Array.from({ length: MESH_POINTS }, (_, i) => {
          const [x = 0, y = 0, z = 0] = points.subarray(3 * i, 3 * i + 3);
          return {
            x: crop.a * x + crop.b * y + crop.c,
            y: crop.d * x + crop.e * y + crop.f,
            z: z * scale,
          };
        });
      }
      return null;
    },
    async measure(picture) {
      const { faces } = await engine.analyse(await encode(picture), {
        scene: 'one',
        embed: true,
        liveness: true,
      });
      return faces[0] ?? null;
    },
    close: () => runtime.close(),
  };
}
