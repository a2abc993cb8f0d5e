import { IncomingMessage } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';

type Bindings = HttpBindings | Http2Bindings;
type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/**
 * A browser reads an answer only after it has sent the whole body: cut before, it shows a network error instead of "sign
 * in again". Enough for any picture or table over a slow line, little enough that nobody holds a connection with it.
 */
const DRAIN_LIMITS = { ms: 20_000, bytes: 40 * 1024 * 1024 };

/** Reads what is left of a body and discards it. At the limits the connection is cut. */
function drain(incoming: IncomingMessage, limits: typeof DRAIN_LIMITS): Promise<void> {
  return new Promise((resolve) => {
    let left = limits.bytes;
    const count = ({ length }: Buffer) => {
      left -= length;
      if (left < 0) cut();
    };
    const finish = () => {
      clearTimeout(timer);
      incoming.off('data', count);
      resolve();
    };
    const cut = () => {
      finish();
      incoming.socket.destroySoon();
    };
    const timer = setTimeout(cut, limits.ms).unref();
    // Whoever read the body before has stopped, and would stop the flow when its buffer is full.
    incoming.removeAllListeners('data').on('data', count);
    for (const event of ['end', 'error', 'close']) incoming.once(event, finish);
    incoming.resume();
  });
}

/**
 * Lets callers finish sending a body that was answered before it had arrived: no permission, too often, too large, a
 * restore. The answer leaves at once, and the connection is closed when the body has ended or at the limits. A body
 * that drips is cut there, whatever the method.
 */
export const drainUploads =
  (fetch: Fetch, limits = DRAIN_LIMITS): Fetch =>
  async (request, bindings) => {
    const response = await fetch(request, bindings);
    const { incoming } = bindings;
    if (!(incoming instanceof IncomingMessage) || incoming.complete) return response;
    const drained = drain(incoming, limits);
    const headers = new Headers(response.headers);
    headers.set('Connection', 'close');
    let { body } = response;
    if (body !== null && response.status >= 400) {
      // With its length the answer is complete for the caller before the connection closes.
      const content = await response.blob();
      headers.set('Content-Length', String(content.size));
      body = content.stream();
    }
    // Node closes the connection at the end of the answer, so that has to wait.
    const ending = body?.pipeThrough(new TransformStream({ flush: () => drained })) ?? null;
    return new Response(ending, { status: response.status, headers });
  };
