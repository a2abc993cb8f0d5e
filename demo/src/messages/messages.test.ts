import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWorkerFetch } from '../page/worker-fetch.ts';
import type { FromHost, MessageLink, ToHost } from './messages.types.ts';
import { createRequestServer } from './serve-requests.ts';
import { createTabRouter, type Host, type TabMessage } from './tab-router.ts';

/** Both ends of a link in one process. Messages are cloned and delivered in a microtask, as between threads. */
function link<A, B>(): [MessageLink<A, B>, MessageLink<B, A>] {
  const [atA, atB] = [new Set<(message: B) => void>(), new Set<(message: A) => void>()];
  const send = <M>(to: Set<(message: M) => void>, message: M) => {
    const copy = structuredClone(message);
    queueMicrotask(() => {
      for (const listener of to) listener(copy);
    });
  };
  return [
    { post: (message) => send(atB, message), listen: (listener) => void atA.add(listener) },
    { post: (message) => send(atA, message), listen: (listener) => void atB.add(listener) },
  ];
}

/** Stands in for the BroadcastChannel: each tab receives the messages of the others. */
function createTabs() {
  const all = new Map<string, (message: TabMessage) => void>();
  const onClosed = new Map<string, (() => void)[]>();
  return {
    join: (tab: string): MessageLink<TabMessage, TabMessage> => ({
      post: (message) => {
        const copy = structuredClone(message);
        for (const [name, listener] of all) if (name !== tab) queueMicrotask(() => listener(copy));
      },
      listen: (listener) => void all.set(tab, listener),
    }),
    close: (tab: string) => {
      all.delete(tab);
      for (const then of onClosed.get(tab) ?? []) then();
    },
    onTabClosed: (tab: string, then: () => void) =>
      void onClosed.set(tab, [...(onClosed.get(tab) ?? []), then]),
  };
}

const app = new Hono()
  .post('/echo', async (c) =>
    c.body(await c.req.arrayBuffer(), 201, { 'X-Seen': c.req.header('x-name') ?? '' }),
  )
  .delete('/nothing', (c) => c.body(null, 204))
  .get('/broken', () => {
    throw new TypeError('no');
  })
  .get('/ticks', () => new Response(ticks));
let ticks: ReadableStream<Uint8Array>;
let tick: (text: string) => void;
let ticksCancelled: boolean;
app.onError((error) => {
  throw error;
});

function createHost(): Host {
  const server = createRequestServer(async (request) => app.fetch(request));
  return {
    handle: (message, reply) => {
      if (message.kind === 'request') void server.answer(message, reply);
      else if (message.kind === 'abort') server.abort(message.id);
    },
  };
}

function openTab(tabs: ReturnType<typeof createTabs>, tab: string) {
  const [page, worker] = link<ToHost, FromHost>();
  const router = createTabRouter({
    tab,
    page: worker,
    tabs: tabs.join(tab),
    onTabClosed: tabs.onTabClosed,
  });
  let calls = 0;
  return { router, fetch: createWorkerFetch(page, () => `${tab}/${++calls}`) };
}

let tabs: ReturnType<typeof createTabs>;
beforeEach(() => {
  tabs = createTabs();
  ticksCancelled = false;
  ticks = new ReadableStream({
    start(controller) {
      tick = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
    cancel() {
      ticksCancelled = true;
    },
  });
});

const at = (path: string) => `http://demo${path}`;

describe.each(['in the same tab', 'in another tab'])('a host %s', (place) => {
  const open = () => {
    const host = openTab(tabs, 'host');
    host.router.becomeHost(createHost());
    return place === 'in the same tab' ? host : openTab(tabs, 'guest');
  };

  it('receives body bytes and headers unchanged, and returns them unchanged', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    const response = await open().fetch(at('/echo'), {
      method: 'POST',
      body: bytes,
      headers: { 'X-Name': 'ü' },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-seen')).toBe('ü');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it('answers 204 without a body, and rejects when the handler throws', async () => {
    const { fetch } = open();
    expect((await fetch(at('/nothing'), { method: 'DELETE' })).status).toBe(204);
    await expect(fetch(at('/broken'))).rejects.toThrow(TypeError);
  });

  it('streams each chunk as it is written, and cancels the stream when the caller aborts', async () => {
    const stop = new AbortController();
    const response = await open().fetch(at('/ticks'), { signal: stop.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    tick('one');
    expect((await reader?.read())?.value).toBe('one');
    tick('two');
    expect((await reader?.read())?.value).toBe('two');
    stop.abort();
    await expect(reader?.read()).rejects.toThrow();
    await expect.poll(() => ticksCancelled).toBe(true);
  });
});

describe('when the host tab closes', () => {
  it('fails pending requests and queues later ones for the next host', async () => {
    openTab(tabs, 'first').router.becomeHost(createHost());
    const second = openTab(tabs, 'second');
    const streaming = await second.fetch(at('/ticks'));
    tabs.close('first');
    await expect(streaming.text()).rejects.toThrow('closed');
    const next = second.fetch(at('/echo'), { method: 'POST', body: 'again' });
    second.router.becomeHost(createHost());
    expect(await (await next).text()).toBe('again');
  });

  it('queues a request made before there is a host', async () => {
    const tab = openTab(tabs, 'only');
    const early = tab.fetch(at('/echo'), { method: 'POST', body: 'early' });
    tab.router.becomeHost(createHost());
    expect(await (await early).text()).toBe('early');
  });
});
