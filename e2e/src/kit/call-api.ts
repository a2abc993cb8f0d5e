import type { Page } from 'playwright-core';
import { onDemo } from './host.ts';

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly token?: string | null;
  readonly body?: unknown;
}

/** A call that is not the page's own: from another program, or in the demo from what looks like another tab. */
export async function callApi<T>(page: Page, url: string, call: ApiCall): Promise<T> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    ...(call.token ? { Authorization: `Bearer ${call.token}` } : {}),
  };
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  if (onDemo) return JSON.parse(await callDemo(page, { ...call, headers, body }));
  const response = await fetch(`${url}/api${call.path}`, { method: call.method, headers, body });
  return JSON.parse(await response.text());
}

interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/** Speaks as demo/src/switchboard.ts does between tabs: asks who the host is, then asks the host. */
function callDemo(page: Page, call: WireCall): Promise<string> {
  return page.evaluate(
    ({ method, path, headers, body }) =>
      new Promise<string>((resolve, reject) => {
        const channel = new BroadcastChannel('rollcall-demo');
        const tab = crypto.randomUUID();
        const id = `${tab}/1`;
        const decoder = new TextDecoder();
        // As every tab does, or the host would think this one gone.
        let leave = () => {};
        void navigator.locks.request(
          `rollcall-demo-tab-${tab}`,
          () => new Promise<void>((left) => (leave = left)),
        );
        let host = '';
        let text = '';
        const ask = setInterval(() => channel.postMessage({ kind: 'who-is-host' }), 100);
        const stop = () => {
          clearInterval(ask);
          channel.close();
          leave();
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
          if (data.message.kind === 'chunk') text += decoder.decode(data.message.bytes, { stream: true });
          if (data.message.kind === 'end') {
            stop();
            resolve(text);
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
