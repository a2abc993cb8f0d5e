import type { FromHost, ToHost } from './wire.types.ts';

type RequestMessage = Extract<ToHost, { kind: 'request' }>;
export type Reply = (message: FromHost, transfer?: readonly ArrayBuffer[]) => void;

/** The host's side of the wire: an app that is a function from Request to Response answers the messages of pages. */
export function createRequestServer(handle: (request: Request) => Promise<Response>) {
  const running = new Map<string, AbortController>();

  const answer = async ({ id, method, url, headers, body }: RequestMessage, reply: Reply): Promise<void> => {
    const stopped = new AbortController();
    running.set(id, stopped);
    try {
      const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body };
      const response = await handle(new Request(url, { ...init, signal: stopped.signal }));
      reply({ kind: 'head', id, status: response.status, headers: [...response.headers] });
      const reader = response.body?.getReader();
      stopped.signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) break;
        // A copy of its own: a chunk may be a window on a buffer that is still in use.
        const bytes = new Uint8Array(part.value).buffer;
        reply({ kind: 'chunk', id, bytes }, [bytes]);
      }
      reply({ kind: 'end', id });
    } catch (error) {
      reply({ kind: 'lost', id, reason: error instanceof Error ? error.message : 'The answer broke off.' });
    } finally {
      running.delete(id);
    }
  };

  return {
    answer,
    abort: (id: string): void => running.get(id)?.abort(),
  };
}

export type RequestServer = ReturnType<typeof createRequestServer>;
