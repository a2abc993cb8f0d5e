import { describe, expect, it } from 'vitest';
import { createFrames, isTerminate, queryMessage } from './protocol-stream.ts';

const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
const message = (type: string, body = '') => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};

describe('splitting the protocol stream into batches', () => {
  it('returns an extended query as one batch, at its Sync', () => {
    const frames = createFrames();
    frames.push(startup);
    const parts = [message('P', 'select'), message('B', 'x'), message('D'), message('E')];
    for (const part of parts) expect(frames.push(part)).toEqual([]);
    expect(frames.push(message('S'))).toEqual([Buffer.concat([...parts, message('S')])]);
  });

  it('returns the same batches for any chunk size', () => {
    const batches = [
      startup,
      queryMessage('select 1'),
      Buffer.concat([message('P', 'a'.repeat(300)), message('H')]),
    ];
    const bytes = Buffer.concat(batches);
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const frames = createFrames();
      const seen: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size)
        seen.push(...frames.push(bytes.subarray(at, at + size)));
      expect(seen).toEqual(batches);
    }
  });

  it('keeps an incomplete message until the rest arrives', () => {
    const frames = createFrames();
    const query = queryMessage('select 1');
    expect(frames.push(Buffer.concat([startup, query.subarray(0, 4)]))).toEqual([startup]);
    expect(frames.push(query.subarray(4))).toEqual([query]);
  });

  it('rejects a message with an impossible length', () => {
    const frames = createFrames();
    frames.push(startup);
    expect(() => frames.push(Buffer.from([0x51, 0, 0, 0, 1]))).toThrow('impossible length');
  });

  it('recognises a Terminate message', () => {
    expect(isTerminate(message('X'))).toBe(true);
    expect(isTerminate(queryMessage('select 1'))).toBe(false);
  });
});
