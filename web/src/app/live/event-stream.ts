import { createParser, type EventSourceMessage } from 'eventsource-parser';

interface EventReader {
  /** Ends reading and closes the connection. */
  readonly signal: AbortSignal;
  /** Called for any data, including the server's keep-alive comments. */
  readonly onData: () => void;
  readonly onEvent: (event: EventSourceMessage) => void;
}

/**
 * Reads server-sent events until the stream ends or `signal` is aborted. The response comes from `fetch`, because
 * EventSource sends no bearer token and cannot reach the demo's worker.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { signal, onData, onEvent }: EventReader,
): Promise<void> {
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onData();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
