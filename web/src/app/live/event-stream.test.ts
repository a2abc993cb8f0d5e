import type { EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it, vi } from 'vitest';
import { readEvents } from './event-stream.ts';

async function read(chunks: readonly Uint8Array[]) {
  const events: EventSourceMessage[] = [];
  const onData = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const { signal } = new AbortController();
  await readEvents(body, { signal, onData, onEvent: (event) => events.push(event) });
  return { events: events.map(({ event, data }) => ({ event, data })), onData };
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe('readEvents', () => {
  it('assembles events from chunks that end anywhere, with either line ending', async () => {
    const { events } = await read([
      bytes('event: atten'),
      bytes('dance\ndata: {"kind":"marked"}\n'),
      bytes('\nevent: notices\r\ndata: {}\r\n\r\n'),
    ]);
    expect(events).toEqual([
      { event: 'attendance', data: '{"kind":"marked"}' },
      { event: 'notices', data: '{}' },
    ]);
  });

  it('decodes a character that is split between two chunks', async () => {
    const all = bytes('data: Müller\n\n');
    const { events } = await read([all.slice(0, 8), all.slice(8)]);
    expect(events).toEqual([{ event: undefined, data: 'Müller' }]);
  });

  it('reports a keep-alive comment as data, not as an event', async () => {
    const { events, onData } = await read([bytes(': still here\n\n')]);
    expect(events).toEqual([]);
    expect(onData).toHaveBeenCalledOnce();
  });

  it('ends and cancels the body when it is aborted', async () => {
    const cancel = vi.fn();
    const leaving = new AbortController();
    const reading = readEvents(new ReadableStream<Uint8Array>({ cancel }), {
      signal: leaving.signal,
      onData: () => undefined,
      onEvent: () => undefined,
    });
    leaving.abort();
    await reading;
    expect(cancel).toHaveBeenCalledOnce();
  });
});
