import type { Readable, Writable } from 'node:stream';
import { doorCameraScript } from './door-camera.ts';
import { startChromium } from './door-chromium.ts';

/*
 * Chromium that is told what to do through a pipe. Playwright would do the same with fewer lines, but it turns on the inspector's
 * record of the network, and what was sent and received is then kept in the page's own process: it grows with every
 * person, and nobody's tablet does that.
 */

/** A page in a browser that nobody records. */
export interface PipedBrowser {
  /** The value of an expression in the page, waited for. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression in the page is true, also over reloads. */
  until(expression: string): Promise<void>;
  collectGarbage(): Promise<void>;
  /** The processes that draw pages. */
  renderers(): Promise<number[]>;
  kill(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

const READY_WITHIN_MS = 60_000;

/** Calls of the inspector: JSON, with a zero byte after each message. */
function speakThrough(input: Writable, output: Readable) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = '';
  let last = 0;
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const answer: Answer = JSON.parse(message);
      if (answer.id === undefined) continue;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  output.on('close', () => {
    for (const refuse of waiting.values()) refuse({ error: { message: 'The browser has ended.' } });
  });
  return async <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
    });
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T; // the inspector's own types
  };
}

/** Opens a page in Chromium on a profile, with the camera of the bench. */
export async function openPipedBrowser(profile: string, address: string): Promise<PipedBrowser> {
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
  const { child, kill } = await startChromium(profile, ['--remote-debugging-pipe'], [...stdio]);
  const [, , , input, output] = child.stdio;
  const send = speakThrough(input as Writable, output as Readable); // pipes, as asked for above
  await send('Browser.grantPermissions', {
    permissions: ['videoCapture'],
    origin: new URL(address).origin,
  });
  const { targetInfos } = await send<{ targetInfos: readonly { type: string; targetId: string }[] }>(
    'Target.getTargets',
  );
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const how = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', how, sessionId);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value as T; // as JSON
  };
  await send('Page.enable', {}, sessionId);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: doorCameraScript }, sessionId);
  await send('Page.navigate', { url: address }, sessionId);
  return {
    evaluate,
    async until(expression) {
      const end = Date.now() + READY_WITHIN_MS;
      // While a page is replaced by the next one, there is none to ask.
      while (!(await evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
        if (Date.now() > end) throw new Error(`Never true: ${expression}`);
        await new Promise((wake) => setTimeout(wake, 100));
      }
    },
    async collectGarbage() {
      for (let i = 0; i < 3; i++) await send('HeapProfiler.collectGarbage', {}, sessionId);
    },
    async renderers() {
      const { processInfo } = await send<{ processInfo: readonly { type: string; id: number }[] }>(
        'SystemInfo.getProcessInfo',
      );
      return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    },
    kill,
  };
}
