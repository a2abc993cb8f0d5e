import type { FromHost, ToHost } from './messages.types.ts';

type RequestMessage = Extract<ToHost, { kind: 'request' }>;
export type Reply = (message: FromHost, transfer?: readonly ArrayBuffer[]) => void;

/** Answers request messages of pages with an app that is a function from Request to Response. */
export function createRequestServer(handle: (request: Request) => Promise<Response>) {
  const running = new Map<string, AbortController>();

  const answer = async ({ id, method, url, headers, body }: RequestMessage, reply: Reply): Promise<void> => {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body };
      const response = await handle(new Request(url, { ...init, signal: abort.signal }));
      reply({ kind: 'head', id, status: response.status, headers: [...response.headers] });
      const reader = response.body?.getReader();
      abort.signal.addEventListener('abort', () => void reader?.cancel().catch(() => {}));
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) break;
        // Copied before the transfer: a chunk may be a view of a buffer that is still in use.
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
