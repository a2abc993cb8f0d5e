import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRequestServer } from './serve-requests.ts';
import { type Call, createSwitchboard, type Host } from './switchboard.ts';
import type { FromHost, Line, ToHost } from './wire.types.ts';
import { createWorkerFetch } from './worker-fetch.ts';

/** Both ends of a line in one process; messages are copied, as between threads, and arrive a moment later. */
function line<A, B>(): [Line<A, B>, Line<B, A>] {
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

/** The channel of all tabs: everybody hears what the others say. */
function createTabs() {
  const all = new Map<string, (call: Call) => void>();
  const gone = new Map<string, (() => void)[]>();
  return {
    join: (tab: string): Line<Call, Call> => ({
      post: (call) => {
        const copy = structuredClone(call);
        for (const [name, hear] of all) if (name !== tab) queueMicrotask(() => hear(copy));
      },
      listen: (listener) => void all.set(tab, listener),
    }),
    leave: (tab: string) => {
      all.delete(tab);
      for (const then of gone.get(tab) ?? []) then();
    },
    onGone: (tab: string, then: () => void) => void gone.set(tab, [...(gone.get(tab) ?? []), then]),
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

/** The product in this tab. */
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
  const [page, worker] = line<ToHost, FromHost>();
  const switchboard = createSwitchboard({ tab, page: worker, tabs: tabs.join(tab), onGone: tabs.onGone });
  let calls = 0;
  return { switchboard, fetch: createWorkerFetch(page, () => `${tab}/${++calls}`) };
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
    host.switchboard.becomeHost(createHost());
    return place === 'in the same tab' ? host : openTab(tabs, 'guest');
  };

  it('gets bytes and headers as they were sent, and gives back the same', async () => {
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

  it('answers without a body where there is none, and rejects where there is no answer', async () => {
    const { fetch } = open();
    expect((await fetch(at('/nothing'), { method: 'DELETE' })).status).toBe(204);
    await expect(fetch(at('/broken'))).rejects.toThrow(TypeError);
  });

  it('streams: each piece arrives when it is written, and the end of interest reaches the writer', async () => {
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

describe('when the tab of the host is closed', () => {
  it('what was on its way is lost, what comes next waits for the next host', async () => {
    openTab(tabs, 'first').switchboard.becomeHost(createHost());
    const second = openTab(tabs, 'second');
    const streaming = await second.fetch(at('/ticks'));
    tabs.leave('first');
    await expect(streaming.text()).rejects.toThrow('closed');
    const next = second.fetch(at('/echo'), { method: 'POST', body: 'again' });
    second.switchboard.becomeHost(createHost());
    expect(await (await next).text()).toBe('again');
  });

  it('a call made while nobody is the host is answered by the first who is', async () => {
    const tab = openTab(tabs, 'only');
    const early = tab.fetch(at('/echo'), { method: 'POST', body: 'early' });
    tab.switchboard.becomeHost(createHost());
    expect(await (await early).text()).toBe('early');
  });
});
