import type { DemoControls } from '../lib/demo.ts';
import type { Host } from './host.ts';

interface Demo extends Omit<DemoControls, 'isDelayed' | 'setDelayed' | 'problem'> {
  readonly fetch: typeof fetch;
  onReset(listener: () => void): void;
  onBroken(listener: (reason: string) => void): void;
}

interface Needs {
  readonly open: () => Demo;
  readonly firstSettings: NonNullable<Host['firstSettings']>;
  readonly delay: (
    through: typeof fetch,
    isOn: () => boolean,
    wait: (ms: number) => Promise<void>,
  ) => typeof fetch;
}

const DELAY = 'rollcall-demo-delay';
const SESSION = ['token', 'userRole', 'currentUser'];

/** `?delay=off` in the address is remembered like the switch in the menu. */
function rememberAddress(): void {
  const wish = new URLSearchParams(location.search).get('delay');
  if (wish === 'on' || wish === 'off') localStorage.setItem(DELAY, wish);
}

/** The product in a worker of this tab, as a host like any other. */
export function openDemoHost({ open, delay, firstSettings }: Needs): Host {
  rememberAddress();
  let problem: string | null = isSecureContext
    ? null
    : 'This address is neither https nor localhost, and browsers give storage locks and encryption to those only.';
  const isDelayed = () => localStorage.getItem(DELAY) !== 'off';
  const refused: typeof fetch = () => Promise.reject(new TypeError(problem ?? ''));
  if (problem !== null)
    return { fetch: refused, base: location.origin, streamsEvents: false, demo: inert(problem) };

  const demo = open();
  let stop = (_reason: Error) => {};
  const broken = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  broken.catch(() => undefined);
  demo.onBroken((reason) => {
    problem = reason;
    stop(new TypeError(reason));
  });
  demo.onReset(() => {
    for (const key of SESSION) localStorage.removeItem(key);
    // Without the hash, so that the page is loaded anew and not only moved.
    location.replace(location.pathname);
  });
  // A host that could not start answers nothing: whoever waits is told so.
  const through: typeof fetch = (input, init) => Promise.race([demo.fetch(input, init), broken]);
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
  return {
    fetch: delay(through, isDelayed, wait),
    base: location.origin,
    streamsEvents: true,
    firstSettings,
    demo: {
      prepareFaces: demo.prepareFaces,
      onFaces: demo.onFaces,
      reset: demo.reset,
      isDelayed,
      setDelayed: (on) => localStorage.setItem(DELAY, on ? 'on' : 'off'),
      problem: () => problem,
    },
  };
}

const inert = (problem: string): DemoControls => ({
  prepareFaces: () => undefined,
  onFaces: () => () => undefined,
  reset: () => undefined,
  isDelayed: () => false,
  setDelayed: () => undefined,
  problem: () => problem,
});
