import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-stream.ts';

describe('event stream', () => {
  it('puts events together however the bytes arrive', () => {
    const parse = createEventParser();
    expect(parse('event: atten')).toEqual([]);
    expect(parse('dance\ndata: {"kind":"marked"}\n')).toEqual([]);
    expect(parse('\nevent: notices\r\ndata: {}\r\n\r\n')).toEqual([
      { name: 'attendance', data: '{"kind":"marked"}' },
      { name: 'notices', data: '{}' },
    ]);
  });

  it('takes a comment for what it is: a ping', () => {
    expect(createEventParser()(': ping\n\n')).toEqual([]);
  });
});
