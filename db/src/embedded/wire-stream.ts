import { Duplex } from 'node:stream';
import type { EngineHost, EngineSession } from './engine-host.ts';
import { createFrames, isTerminate } from './wire-frames.ts';

/**
 * What the pg driver takes for a socket. `connect`, `setNoDelay`, `setKeepAlive`, `ref` and `unref`
 * are the members of net.Socket it calls; the rest is a plain Duplex.
 */
export class WireStream extends Duplex {
  readonly #host: EngineHost;
  readonly #frames = createFrames();
  #session: EngineSession | undefined;

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
      .then((session) => {
        if (this.destroyed) return session.end();
        this.#session = session;
        this.emit('connect');
      })
      .catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))));
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    try {
      for (const batch of this.#frames.push(chunk)) {
        if (!isTerminate(batch)) this.#session?.send(batch);
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.#session?.end();
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#session?.end();
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
