import type { FromHost, MessageLink, ToHost } from '../messages/messages.types.ts';

interface PendingRequest {
  readonly onHead: (head: Extract<FromHost, { kind: 'head' }>) => void;
  readonly onChunk: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onEnd: () => void;
  readonly onLost: (reason: Error) => void;
}

/** Statuses for which `new Response` refuses a body. */
const BODILESS = new Set([101, 204, 205, 304]);

/** A `fetch` that sends requests as messages to the host. Streamed responses, binary bodies and `signal` work. */
export function createWorkerFetch(link: MessageLink<ToHost, FromHost>, nextId: () => string): typeof fetch {
  const pending = new Map<string, PendingRequest>();
  link.listen((message) => {
    if (!('id' in message)) return;
    const request = pending.get(message.id);
    if (!request) return;
    if (message.kind === 'head') return request.onHead(message);
    if (message.kind === 'chunk') return request.onChunk(new Uint8Array(message.bytes));
    pending.delete(message.id);
    if (message.kind === 'end') request.onEnd();
    else request.onLost(new TypeError(message.reason));
  });

  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : await request.arrayBuffer();
    request.signal.throwIfAborted();
    const id = nextId();
    return new Promise<Response>((resolve, reject) => {
      let output: ReadableStreamDefaultController<Uint8Array> | undefined;
      const abandon = () => {
        pending.delete(id);
        link.post({ kind: 'abort', id });
      };
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          output = controller;
        },
        cancel: abandon,
      });
      const settled = () => request.signal.removeEventListener('abort', onAbort);
      const onAbort = () => {
        abandon();
        reject(request.signal.reason);
        output?.error(request.signal.reason);
      };
      request.signal.addEventListener('abort', onAbort, { once: true });
      pending.set(id, {
        onHead: ({ status, headers }) =>
          resolve(
            new Response(BODILESS.has(status) ? null : stream, {
              status,
              headers: headers.map(([name, value]): [string, string] => [name, value]),
            }),
          ),
        onChunk: (bytes) => output?.enqueue(bytes),
        onEnd: () => {
          settled();
          output?.close();
        },
        onLost: (reason) => {
          settled();
          reject(reason);
          output?.error(reason);
        },
      });
      const { method, url, headers } = request;
      link.post({ kind: 'request', id, method, url, headers: [...headers], body }, body ? [body] : []);
    });
  };
}
