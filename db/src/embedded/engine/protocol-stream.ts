import { Duplex } from 'node:stream';
import type { EngineConnection, EngineHost } from './engine-host.ts';

const TYPE_AND_LENGTH = 5;
const startupLengthBytes = 4;

/** Message types after which the client waits for an answer: Query, Sync, Flush, FunctionCall, Terminate. */
const endsBatch = new Set(['Q', 'S', 'H', 'F', 'X'].map((letter) => letter.charCodeAt(0)));

/**
 * Splits the client's byte stream into batches of complete PostgreSQL protocol messages, each ending where
 * the client waits for an answer. The driver writes Parse, Bind, Describe, Execute and Sync one by one;
 * posting each alone would cost five round trips between the threads, and half a message would block the
 * server.
 */
export function createFrames() {
  let pending: Buffer = Buffer.alloc(0);
  // Chunks are joined only once the message is complete: a 20 MB value arriving in 64 KB pieces would
  // otherwise be copied hundreds of times.
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let bytesNeeded = startupLengthBytes;
  let started = false;
  let scanned = 0;

  function push(chunk: Buffer): Buffer[] {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (pending.length + waitingBytes < bytesNeeded) return [];
    pending = Buffer.concat([pending, ...waiting]);
    waiting = [];
    waitingBytes = 0;
    return takeBatches();
  }

  function takeBatches(): Buffer[] {
    const batches: Buffer[] = [];
    let batchStart = 0;
    for (;;) {
      const header = started ? TYPE_AND_LENGTH : startupLengthBytes;
      if (pending.length < scanned + header) {
        bytesNeeded = scanned + header;
        break;
      }
      const length = pending.readInt32BE(scanned + header - 4) + (started ? 1 : 0);
      if (length < header) throw new Error('The client sent a message with an impossible length.');
      if (pending.length < scanned + length) {
        bytesNeeded = scanned + length;
        break;
      }
      const closes = !started || endsBatch.has(pending[scanned] ?? 0);
      scanned += length;
      started = true;
      if (closes) {
        batches.push(pending.subarray(batchStart, scanned));
        batchStart = scanned;
      }
    }
    pending = pending.subarray(batchStart);
    scanned -= batchStart;
    bytesNeeded -= batchStart;
    return batches;
  }

  return { push };
}

export function isTerminate(batch: Uint8Array): boolean {
  return batch[0] === 'X'.charCodeAt(0);
}

/** Resets a connection. Sync comes first: after an error the server skips everything until it sees one. */
export const resetMessages: readonly Uint8Array[] = [
  Buffer.from([0x53, 0, 0, 0, 4]),
  queryMessage('ROLLBACK'),
  queryMessage('DISCARD ALL'),
];

export function queryMessage(sql: string): Buffer {
  const body = Buffer.from(`${sql}\0`, 'utf8');
  const head = Buffer.alloc(TYPE_AND_LENGTH);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/**
 * The socket given to the pg driver: carries the PostgreSQL protocol to the database thread. `connect`,
 * `setNoDelay`, `setKeepAlive`, `ref` and `unref` are the members of net.Socket that the driver calls; the
 * rest is a plain Duplex.
 */
export class ProtocolStream extends Duplex {
  readonly #host: EngineHost;
  readonly #frames = createFrames();
  #connection: EngineConnection | undefined;

  constructor(host: EngineHost) {
    super();
    this.#host = host;
  }

  connect(): this {
    this.#host
      .connect({
        onData: (bytes) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
        onLost: (error) => this.destroy(error),
      })
      .then((connection) => {
        if (this.destroyed) return connection.end();
        this.#connection = connection;
        this.emit('connect');
      })
      .catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))));
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      for (const batch of this.#frames.push(chunk)) {
        if (!isTerminate(batch)) this.#connection?.send(batch);
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.#connection?.end();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.end();
    done(error);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  // The worker, not the stream, keeps the process alive.
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
