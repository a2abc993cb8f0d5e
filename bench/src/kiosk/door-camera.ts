import type { BrowserContext, Page } from 'playwright-core';

/*
 * The camera of the bench, inside the page. Real: the page, its guide, what it sends, and the server. Not real: the camera. It
 * is a canvas on which a photo is drawn, swaying by a few pixels, with new sensor noise in every frame; between two
 * people it shows a wall. A photo shown in this way is no living face: nobody walks up, blinks or turns. How often the
 * anti-spoof network takes such photos for people says nothing about attacks; `npm run bench:attack` measures those.
 */

/** What became of one look into the camera. Milliseconds of the page's own clock. */
interface Look {
  /** When the guide first found the face well enough and waited for it to be still; null if that was never shown. */
  readonly stillAt: number | null;
  /** When the guide was satisfied and the pictures were sent. */
  readonly askedAt: number;
  /** When the answer was on the screen. */
  readonly answeredAt: number;
  /** `marked`, or the refusal. */
  readonly answer: string;
  readonly name: string | null;
}

export interface Visit {
  /** When the first frame that shows the person was drawn. */
  readonly shownAt: number;
  readonly endedAt: number;
  readonly looks: readonly Look[];
  /** What the page told somebody whom it never asked about; null for everybody else. */
  readonly notAsked: string | null;
}

interface VisitOptions {
  readonly wallMs: number;
  readonly mostLooks: number;
  readonly giveUpMs: number;
}

interface DoorCamera {
  show(jpeg: string | null): Promise<number>;
  visit(jpeg: string, options: VisitOptions): Promise<Visit>;
}

/** Runs in the page before its own scripts. */
function installDoorCamera(): void {
  const [width, height] = [640, 480];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas.');

  /** Grain of about one level of 255, as of a camera in good light, drawn over each frame at another place. */
  const grains = [0, 1, 2, 3].map(() => {
    const grain = Object.assign(document.createElement('canvas'), { width: width + 64, height: height + 64 });
    const drawing = grain.getContext('2d');
    const pixels = drawing?.createImageData(grain.width, grain.height);
    if (!drawing || !pixels) throw new Error('No canvas.');
    for (let i = 0; i < pixels.data.length; i += 4) {
      const value = (Math.random() + Math.random() + Math.random() - 1.5) * 5;
      pixels.data.fill(value > 0 ? 255 : 0, i, i + 3);
      pixels.data[i + 3] = Math.min(255, Math.abs(value));
    }
    drawing.putImageData(pixels, 0, 0);
    return grain;
  });

  let picture: ImageBitmap | null = null;
  let onDrawn: ((at: number) => void) | null = null;
  const draw = () => {
    const at = performance.now();
    context.fillStyle = '#8d8a84';
    context.fillRect(0, 0, width, height);
    if (picture) {
      const scale = 1.02 + 0.004 * Math.sin(at / 900);
      const [x, y] = [3 * Math.sin(at / 700), 2 * Math.cos(at / 530)];
      const [w, h] = [width * scale, height * scale];
      context.drawImage(picture, (width - w) / 2 + x, (height - h) / 2 + y, w, h);
    }
    const grain = grains[Math.floor(Math.random() * grains.length)];
    if (grain) context.drawImage(grain, -Math.random() * 64, -Math.random() * 64);
    onDrawn?.(at);
    onDrawn = null;
  };
  setInterval(draw, 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);

  const show = async (jpeg: string | null) => {
    const bytes = jpeg === null ? null : Uint8Array.from(atob(jpeg), (char) => char.charCodeAt(0));
    const next = bytes && (await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })));
    picture?.close();
    picture = next;
    return new Promise<number>((resolve) => {
      onDrawn = resolve;
    });
  };

  const painted = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
    );

  const visit = async (jpeg: string, { wallMs, mostLooks, giveUpMs }: VisitOptions): Promise<Visit> => {
    await show(null);
    await new Promise((wake) => setTimeout(wake, wallMs));
    const shownAt = await show(jpeg);
    const looks: Look[] = [];
    let stillAt: number | null = null;
    let askedAt: number | null = null;
    let hint = '';
    const notAsked = await new Promise<string | null>((resolve) => {
      const root = document.querySelector('[data-kiosk]');
      if (!root) return resolve('no kiosk');
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          // Nobody leaves while the kiosk asks: the answer would be taken for that of the next person.
          if (askedAt !== null) return wait();
          watch.disconnect();
          resolve(looks.length === 0 ? hint : null);
        }, giveUpMs);
      };
      const look = async () => {
        const kind = root.getAttribute('data-kiosk');
        if (kind !== 'asking') hint = root.querySelector('footer [role=status]')?.textContent ?? hint;
        if (hint.startsWith('Hold still') && askedAt === null) stillAt ??= performance.now();
        if (kind === 'asking' && askedAt === null) {
          askedAt = performance.now();
          return;
        }
        if (askedAt === null || (kind !== 'marked' && kind !== 'refused' && kind !== 'digits')) return;
        const before = { stillAt, askedAt };
        stillAt = null;
        askedAt = null;
        const answer = root.querySelector('[data-kiosk-answer]')?.getAttribute('data-kiosk-answer') ?? kind;
        const name = root.querySelector('[data-kiosk-answer=marked] p')?.textContent ?? null;
        looks.push({ ...before, answeredAt: await painted(), answer, name });
        wait();
        // Nobody has a PIN here, so that nobody is left with a question on the screen.
        if (kind === 'refused' && looks.length < mostLooks) return;
        clearTimeout(timer);
        watch.disconnect();
        resolve(null);
      };
      const watch = new MutationObserver(() => void look());
      watch.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      wait();
    });
    return { shownAt, endedAt: performance.now(), looks, notAsked };
  };
  Object.assign(window, { doorCamera: { show, visit } satisfies DoorCamera });
}

/** What a page runs before its own scripts. The compiler names functions with `__name`, which no page has. */
export const doorCameraScript = `globalThis.__name ??= (value) => value;\n(${installDoorCamera.toString()})();`;

/** Gives every page of the browser this camera. */
export const useDoorCamera = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ content: doorCameraScript });

/** A person, or the wall, in front of the camera. */
export const showAtDoor = (page: Page, jpeg: string | null): Promise<number> =>
  page.evaluate(
    (shown) => (window as unknown as { doorCamera: DoorCamera }).doorCamera.show(shown), // set above
    jpeg,
  );

/** Somebody comes after a moment of wall, looks into the camera until there is an answer, and again after a refusal. */
export const visitDoor = (page: Page, jpeg: string, options: VisitOptions): Promise<Visit> =>
  page.evaluate(
    ([shown, how]) => (window as unknown as { doorCamera: DoorCamera }).doorCamera.visit(shown, how), // set above
    [jpeg, options] as const,
  );
