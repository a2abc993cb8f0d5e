/** As the specification says: good enough for a face, small enough for a slow line. */
export const JPEG_QUALITY = 0.8;

/** Draws what the camera shows now; null when there is nothing to draw. */
export function drawFrame(
  video: HTMLVideoElement | null,
  canvas: HTMLCanvasElement = document.createElement('canvas'),
): HTMLCanvasElement | null {
  if (!video?.videoWidth || !video.videoHeight) return null;
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(video, 0, 0);
  return canvas;
}

export const toJpeg = (canvas: HTMLCanvasElement): string => canvas.toDataURL('image/jpeg', JPEG_QUALITY);

/** What the camera shows now as a JPEG data URL. Never mirrored, whatever the preview does. */
export function captureFrame(video: HTMLVideoElement | null): string | null {
  const canvas = drawFrame(video);
  return canvas && toJpeg(canvas);
}
