import type { DemoControls, Host } from '../../lib/api/host.ts';
import { SESSION_KEYS } from '../../lib/session/session.ts';

interface Demo extends Pick<DemoControls, 'onFaces' | 'reset'> {
  readonly fetch: typeof fetch;
  prepareFaces(): void;
  onReset(listener: () => void): void;
  onBroken(listener: (reason: string) => void): void;
}

interface DemoHostNeeds {
  readonly open: () => Demo;
  readonly firstSettings: NonNullable<Host['firstSettings']>;
  readonly delay: (
    through: typeof fetch,
    isOn: () => boolean,
    wait: (ms: number) => Promise<void>,
  ) => typeof fetch;
}

const DELAY_KEY = 'rollcall-demo-delay';
const isDelayed = () => localStorage.getItem(DELAY_KEY) !== 'off';
const setDelayed = (on: boolean) => localStorage.setItem(DELAY_KEY, on ? 'on' : 'off');

/** Saves `?delay=on|off` of the address like the switch in the menu. */
function saveDelayFromAddress(): void {
  const delay = new URLSearchParams(location.search).get('delay');
  if (delay === 'on' || delay === 'off') setDelayed(delay === 'on');
}

/** A host that runs the whole product in a worker of this tab. */
export function openDemoHost({ open, delay, firstSettings }: DemoHostNeeds): Host {
  saveDelayFromAddress();
  if (!isSecureContext)
    return refusingHost(
      'This address is neither https nor localhost, and browsers give storage locks and encryption to those only.',
    );

  const demo = open();
  let problem: string | null = null;
  // Never resolves: it fails the requests that wait for a worker that could not start.
  const broken = new Promise<never>((_resolve, reject) => {
    demo.onBroken((reason) => {
      problem = reason;
      reject(new TypeError(reason));
    });
  });
  broken.catch(() => undefined);
  demo.onReset(() => {
    for (const key of SESSION_KEYS) localStorage.removeItem(key);
    // Without the hash: changing only the hash would not reload the page.
    location.replace(location.pathname);
  });
  const through: typeof fetch = (input, init) => Promise.race([demo.fetch(input, init), broken]);
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  return {
    fetch: delay(through, isDelayed, wait),
    base: location.origin,
    streamsEvents: true,
    routing: 'hash',
    isInBrowser: true,
    firstSettings,
    prepareFaces: demo.prepareFaces,
    problem: () => problem,
    demo: { onFaces: demo.onFaces, reset: demo.reset, isDelayed, setDelayed },
  };
}

/** A host that rejects every request because the demo cannot run here. */
const refusingHost = (problem: string): Host => ({
  fetch: () => Promise.reject(new TypeError(problem)),
  base: location.origin,
  streamsEvents: false,
  routing: 'hash',
  isInBrowser: true,
  firstSettings: null,
  prepareFaces: () => undefined,
  problem: () => problem,
  demo: {
    onFaces: () => () => undefined,
    reset: () => undefined,
    isDelayed: () => false,
    setDelayed: () => undefined,
  },
});
