import type { FromHost, Line, ToHost } from './wire.types.ts';

interface Waiting {
  readonly onHead: (head: Extract<FromHost, { kind: 'head' }>) => void;
  readonly onChunk: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onEnd: () => void;
  readonly onLost: (reason: Error) => void;
}

/** Statuses whose answer has no body, and for which Response refuses one. */
const BODILESS = new Set([101, 204, 205, 304]);

/**
 * `fetch` over a line to the host instead of over the network: streams in the answer, binary bodies both ways,
 * and `signal` mean what they mean there.
 */
export function createWorkerFetch(line: Line<ToHost, FromHost>, nextId: () => string): typeof fetch {
  const waiting = new Map<string, Waiting>();
  line.listen((message) => {
    if (!('id' in message)) return;
    const call = waiting.get(message.id);
    if (!call) return;
    if (message.kind === 'head') return call.onHead(message);
    if (message.kind === 'chunk') return call.onChunk(new Uint8Array(message.bytes));
    waiting.delete(message.id);
    if (message.kind === 'end') call.onEnd();
    else call.onLost(new TypeError(message.reason));
  });

  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.arrayBuffer();
    request.signal.throwIfAborted();
    const id = nextId();
    return new Promise<Response>((resolve, reject) => {
      let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
      const giveUp = () => {
        waiting.delete(id);
        line.post({ kind: 'abort', id });
      };
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          sink = controller;
        },
        cancel: giveUp,
      });
      const settled = () => request.signal.removeEventListener('abort', onAbort);
      const onAbort = () => {
        giveUp();
        reject(request.signal.reason);
        sink?.error(request.signal.reason);
      };
      request.signal.addEventListener('abort', onAbort, { once: true });
      waiting.set(id, {
        onHead: ({ status, headers }) =>
          resolve(
            new Response(BODILESS.has(status) ? null : stream, {
              status,
              headers: headers.map(([name, value]): [string, string] => [name, value]),
            }),
          ),
        onChunk: (bytes) => sink?.enqueue(bytes),
        onEnd: () => {
          settled();
          sink?.close();
        },
        onLost: (reason) => {
          settled();
          reject(reason);
          sink?.error(reason);
        },
      });
      const { method, url, headers } = request;
      line.post({ kind: 'request', id, method, url, headers: [...headers], body }, body ? [body] : []);
    });
  };
}
