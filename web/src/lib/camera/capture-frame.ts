/** The quality that the specification prescribes for uploaded photos. */
export const JPEG_QUALITY = 0.8;

/** Draws the current video frame on a canvas; null when there is none. */
export function drawFrame(
  video: HTMLVideoElement | null,
  canvas: HTMLCanvasElement = document.createElement('canvas'),
): HTMLCanvasElement | null {
  if (!video?.videoWidth || !video.videoHeight) return null;
  // Only when it changes: setting the size gives the canvas new memory, ten times a second.
  if (canvas.width !== video.videoWidth) canvas.width = video.videoWidth;
  if (canvas.height !== video.videoHeight) canvas.height = video.videoHeight;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(video, 0, 0);
  return canvas;
}

export const toJpeg = (canvas: HTMLCanvasElement): string => canvas.toDataURL('image/jpeg', JPEG_QUALITY);

/** The current video frame as a JPEG data URL. Not mirrored, unlike the preview. */
export function captureFrame(video: HTMLVideoElement | null): string | null {
  const canvas = drawFrame(video);
  return canvas && toJpeg(canvas);
}
