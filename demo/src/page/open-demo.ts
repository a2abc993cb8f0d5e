import type { publicSettingsAnswer } from '@rollcall/api/settings/settings.contract';
import { createDemoClock } from '@rollcall/core/demo-data/demo-clock';
import { DEMO_INSTITUTION, DEMO_MODE } from '@rollcall/core/demo-data/demo-mode';
import { systemClock } from '@rollcall/core/kernel/clock';
import { createZoneFrom } from '@rollcall/core/kernel/zones/zone';
import type { z } from 'zod';
import type { FaceProgress, FromHost, ToHost } from '../messages/messages.types.ts';
import { createWorkerFetch } from './worker-fetch.ts';

export interface Demo {
  readonly fetch: typeof fetch;
  /** Loads the face models; progress is reported through `onFaces`. */
  prepareFaces(): void;
  onFaces(listener: (progress: FaceProgress) => void): () => void;
  /** Restores the initial data, in every tab. */
  reset(): void;
  onReset(listener: () => void): void;
  /** The demo could not start in this browser, and why. */
  onBroken(listener: (reason: string) => void): void;
}

/** Starts this tab's worker, which becomes the host or finds it, and returns the page's interface to it. */
export function openDemo(): Demo {
  const worker = new Worker(new URL('../host/demo.worker.ts', import.meta.url), { type: 'module' });
  const listeners = new Set<(message: FromHost) => void>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromHost>) => {
    for (const listener of listeners) listener(data);
  });
  const post = (message: ToHost, transfer: readonly ArrayBuffer[] = []) =>
    worker.postMessage(message, [...transfer]);
  const page = crypto.randomUUID();
  let calls = 0;
  const onMessage = <Kind extends FromHost['kind']>(
    kind: Kind,
    listener: (message: Extract<FromHost, { kind: Kind }>) => void,
  ) => {
    const filtered = (message: FromHost) => {
      if (message.kind === kind) listener(message as Extract<FromHost, { kind: Kind }>); // narrowed by the comparison
    };
    listeners.add(filtered);
    return () => void listeners.delete(filtered);
  };

  return {
    fetch: createWorkerFetch(
      { post, listen: (listener) => void listeners.add(listener) },
      () => `${page}/${++calls}`,
    ),
    prepareFaces: () => post({ kind: 'prepare-faces' }),
    onFaces: (listener) => onMessage('faces', ({ progress }) => listener(progress)),
    reset: () => post({ kind: 'reset' }),
    onReset: (listener) => void onMessage('was-reset', listener),
    onBroken: (listener) => {
      onMessage('broken', ({ reason }) => listener(reason));
      // The worker script could not be loaded or parsed: an old browser, or a failed download.
      worker.addEventListener('error', (event) => listener(event.message || 'The demo could not be loaded.'));
    },
  };
}

/** The answer to `/api/settings/public` before the host has started, so that the first page can render at once. */
export function firstSettings(timeZone: string): z.infer<typeof publicSettingsAnswer> {
  // Of this device, until the worker has answered: the page has no zone data.
  const minutes = -systemClock.now().getTimezoneOffset();
  const zone = createZoneFrom({ name: timeZone, changes: [], offsets: [minutes * 60_000] });
  const day = createDemoClock(systemClock, zone).dayBehind();
  return {
    institution_name: DEMO_INSTITUTION,
    institution: {
      name: DEMO_INSTITUTION,
      kind: 'university',
      logo: null,
      colour: null,
      support_email: null,
    },
    sign_in: { admin_username: false, providers: [], password_reset: false, passkeys: false },
    time_zone: timeZone,
    zone_offsets: [{ from: '1970-01-01T00:00:00.000Z', minutes }],
    demo_mode: true,
    needs_setup: false,
    demo_credentials: DEMO_MODE.credentials,
    ...(day ? { demo_day: { date: day.date, days_back: day.daysBack } } : {}),
  };
}

/** The delay per call that the specification asks of the demo. */
const SHORTEST_MS = 600;
const LONGEST_MS = 2000;

/** Not delayed: pages wait for the settings and the permissions, and the event stream never ends. */
const NOT_DELAYED = /\/api\/(settings\/public|me|events)$/;

/** Delays each call by 0.6 to 2 s, so that the screens show their loading states as on a real network. */
export function withArtificialDelay(
  inner: typeof fetch,
  isOn: () => boolean,
  wait: (ms: number) => Promise<void>,
): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (isOn() && !NOT_DELAYED.test(new URL(address, 'http://local').pathname))
      await wait(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    return inner(input, init);
  };
}
