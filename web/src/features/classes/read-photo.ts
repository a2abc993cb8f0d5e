import { MAX_IMAGE_PIXELS } from '@rollcall/core/faces/image-file.rules';

/** The body of a request may be 8 MB; base64 and its wrapping take a third of that. */
const MAX_CHARACTERS = 7_500_000;
const QUALITIES = [0.92, 0.8, 0.6];

/** How much smaller the picture must be drawn, 1 where it already fits. */
export const shrinkFor = (width: number, height: number): number =>
  Math.min(1, Math.sqrt(MAX_IMAGE_PIXELS / (width * height)));

/**
 * A photo file as an upright JPEG data URL that the server takes, however large the file was. Drawing it anew also
 * leaves behind where and with what it was taken. Null when this browser cannot open it.
 */
export async function readPhoto(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    const shrink = shrinkFor(picture.width, picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(picture.width * shrink);
    canvas.height = Math.floor(picture.height * shrink);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const tries = QUALITIES.map((quality) => () => canvas.toDataURL('image/jpeg', quality));
    for (const draw of tries) {
      const jpeg = draw();
      if (jpeg.length <= MAX_CHARACTERS) return jpeg;
    }
    return null;
  } finally {
    picture.close();
  }
}
