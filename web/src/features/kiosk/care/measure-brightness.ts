const WIDTH = 16;
const HEIGHT = 12;
let small: HTMLCanvasElement | null = null;

/** Mean luminance of the current picture, 0..1; null without one. The picture is made tiny first: that is its mean already. */
export function measureBrightness(video: HTMLVideoElement | null): number | null {
  if (!video?.videoWidth) return null;
  small ??= Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = small.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(video, 0, 0, WIDTH, HEIGHT);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  return Math.round((sum / (WIDTH * HEIGHT) / 255) * 1000) / 1000;
}
