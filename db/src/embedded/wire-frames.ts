const TYPE_AND_LENGTH = 5;
const startupLengthBytes = 4;

/** After these the client waits for an answer: Query, Sync, Flush, FunctionCall, Terminate. */
const endsBatch = new Set(['Q', 'S', 'H', 'F', 'X'].map((letter) => letter.charCodeAt(0)));

/**
 * Cuts the client's byte stream into batches that the server can execute in one go.
 * The driver writes Parse, Bind, Describe, Execute and Sync one by one; handing over each alone would
 * cost five trips between the threads, and a half message would leave the server waiting in the middle.
 */
export function createFrames() {
  let pending: Buffer = Buffer.alloc(0);
  // Chunks of an unfinished message are joined only once all of it is here: a 20 MB value
  // arriving in 64 KB pieces would otherwise be copied hundreds of times.
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

/** Sync first: after an error the server skips everything until it sees one. */
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
