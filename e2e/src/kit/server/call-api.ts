import type { Page } from 'playwright-core';
import { onDemo } from './host.ts';

/** Where calls go: the server's address, and for the demo a page that has it open. */
export interface ApiTarget {
  readonly url: string;
  readonly page?: Page;
}

/** Calls the API and returns the parsed JSON; throws when the call is refused. */
export type ApiClient = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** A client outside the page under test: another program, or in the demo what looks like another tab. */
export const createApiClient =
  (target: ApiTarget, token: string | null = null): ApiClient =>
  async (method, path, body) => {
    const response = await callApi(target, token, method, path, body);
    const text = Buffer.from(response.body).toString();
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };

interface ApiResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** One call, answered with its status and bytes: for downloads, and for refusals. */
export async function callApi(
  { url, page }: ApiTarget,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  if (onDemo) {
    if (!page) throw new Error('In the demo the API is reached through a page.');
    const { status, text } = await callDemo(page, { method, path, headers, body: content });
    return { status, body: Buffer.from(text) };
  }
  // The server may close a kept connection while this process is too busy to notice.
  const once = { ...headers, Connection: 'close' };
  const response = await fetch(`${url}/api${path}`, { method, headers: once, body: content });
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
}

interface DemoCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Sends the messages that tabs of the demo exchange (demo/src/messages/tab-router.ts): finds the host, asks it. */
function callDemo(page: Page, call: DemoCall): Promise<{ status: number; text: string }> {
  return page.evaluate(
    ({ method, path, headers, body }) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const channel = new BroadcastChannel('rollcall-demo');
        const tab = crypto.randomUUID();
        const id = `${tab}/1`;
        const decoder = new TextDecoder();
        // Every tab holds a lock while it is open; without one the host takes it for closed.
        let releaseLock = () => {};
        void navigator.locks.request(
          `rollcall-demo-tab-${tab}`,
          () => new Promise<void>((release) => (releaseLock = release)),
        );
        let host = '';
        let status = 0;
        let text = '';
        const ask = setInterval(() => channel.postMessage({ kind: 'who-is-host' }), 100);
        const stop = () => {
          clearInterval(ask);
          channel.close();
          releaseLock();
        };
        channel.onmessage = ({ data }) => {
          if (data.kind === 'host-is' && host === '') {
            host = data.host;
            clearInterval(ask);
            const bytes = body === null ? null : new TextEncoder().encode(body).buffer;
            const url = `${location.origin}/api${path}`;
            const message = {
              kind: 'request',
              id,
              method,
              url,
              headers: Object.entries(headers),
              body: bytes,
            };
            channel.postMessage({ kind: 'to-host', host, tab, message });
          }
          if (data.kind !== 'to-tab' || data.tab !== tab) return;
          if (data.message.kind === 'head') status = data.message.status;
          if (data.message.kind === 'chunk') text += decoder.decode(data.message.bytes, { stream: true });
          if (data.message.kind === 'end') {
            stop();
            resolve({ status, text });
          }
          if (data.message.kind === 'lost') {
            stop();
            reject(new Error(data.message.reason));
          }
        };
      }),
    call,
  );
}
