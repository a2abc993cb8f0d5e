import type { Page } from 'playwright-core';
import type { Shot } from './fake-camera.ts';
import type { Pose } from './fake-camera-video.ts';

/** What the page asks for (`data-stage` of its figure), and the pose that answers it; else he looks ahead. */
const ANSWERS: Readonly<Record<string, Pose>> = { blink: 'shut', turn_left: 'left', turn_right: 'right' };

/**
 * A camera in front of which the man does what he is asked, for as long as he is asked: on a slow machine a film
 * would be over before anyone looked.
 */
export async function showWhoObeys(
  page: Page,
  poses: Readonly<Record<Pose, readonly Shot[]>>,
): Promise<void> {
  const sources = Object.entries(poses).map(
    ([pose, shots]) =>
      [
        pose,
        shots.map(({ jpeg }) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`),
      ] as const,
  );
  await page.addInitScript(
    ([answers, shots]) => {
      const images = new Map(
        shots.map(([pose, urls]) => [pose, urls.map((src) => Object.assign(new Image(), { src }))]),
      );
      navigator.mediaDevices.getUserMedia = async () => {
        await Promise.all([...images.values()].flat().map((image) => image.decode()));
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const stream = canvas.captureStream(20);
        const timer = setInterval(() => {
          const asked = document.querySelector('[data-stage]')?.getAttribute('data-stage') ?? '';
          const moments = images.get(answers[asked] ?? 'ahead') ?? [];
          const moment = moments[Math.floor(Math.random() * moments.length)];
          const context = canvas.getContext('2d');
          if (!moment || !context) throw new Error('Nothing to show.');
          context.drawImage(moment, 0, 0);
          // No camera gives the same picture twice.
          context.fillStyle = `hsl(${Math.random() * 360} 50% ${Math.random() * 100}%)`;
          context.fillRect(0, 0, 16, 16);
          if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(timer);
        }, 50);
        return stream;
      };
    },
    [ANSWERS, sources] as const,
  );
}
