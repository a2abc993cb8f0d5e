import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { createLog, describeError } from './log.ts';

const cause = Object.assign(new Error('duplicate key value'), { code: '23505' });
const failedQuery = new DrizzleQueryError(
  'insert into credentials values ($1)',
  ['$argon2id$secret', 'AAECAwQFsealed-face'],
  cause,
);

function open(format: 'json' | 'readable') {
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date('2026-01-01T00:00:00Z'),
    format,
  );
  return { log, lines };
}

describe('the text of an error', () => {
  it('never contains the parameters of a query', () => {
    const text = describeError(failedQuery);
    expect(text).toContain('insert into credentials');
    expect(text).toContain('[23505]');
    expect(text).not.toContain('secret');
    expect(text).not.toContain('sealed-face');
  });

  it('names every cause, with the start of its stack', () => {
    const error = new Error('backup failed', { cause: new TypeError('disk full') });
    expect(describeError(error)).toMatch(
      /^Error: backup failed\n +at .+\ncaused by TypeError: disk full\n +at /s,
    );
    expect(describeError('no error')).toBe('An unknown failure.');
  });
});

describe.each(['json', 'readable'] as const)('the log as %s', (format) => {
  it('never contains the parameters of a query', () => {
    const { log, lines } = open(format);
    log.failure('Closing the day', failedQuery);
    log.failure('Closing the day', new Error('wrapped', { cause: failedQuery }));
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toContain('Closing the day');
      expect(line).toContain('insert into credentials');
      expect(line).toContain('23505');
      expect(line).not.toContain('secret');
      expect(line).not.toContain('sealed-face');
    }
  });

  it('redacts fields that are named like a secret', () => {
    const { log, lines } = open(format);
    log.info('signed in', { password: 'p-secret', token: 't-secret', code: 'c-secret', attempts: 2 });
    log.warn('no key', { passphrase: 'p-secret', setupCode: 's-secret', authorization: 'a-secret' });
    log.failure('POST /api/setup', new Error('no'), { key: 'k-secret', cookie: 'c-secret' });
    expect(lines.join('')).not.toContain('-secret');
    expect(lines.join('')).toContain('[redacted]');
    expect(lines[0]).toContain('2');
  });
});

describe('the log as json', () => {
  it('writes one dated object per message', () => {
    const { log, lines } = open('json');
    log.info('hello');
    log.failure('POST /api/notices', cause, { requestId: 'r-1' });
    expect(lines[0]).toBe('{"level":"info","time":"2026-01-01T00:00:00.000Z","msg":"hello"}\n');
    expect(lines[1]?.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      level: 'error',
      msg: 'POST /api/notices',
      requestId: 'r-1',
      err: { type: 'Error', code: '23505', message: 'duplicate key value' },
    });
  });
});

describe('the log on a terminal', () => {
  it('writes no line and no escape sequence that came from outside', () => {
    const { log, lines } = open('readable');
    const forged = 'GET /api/profile/x\u0000\n2026-01-01 info FORGED \u001b[2J\u2028';
    log.failure(forged, new Error(`bad\n${forged}`), { path: forged });
    expect(lines).toHaveLength(1);
    const ours = lines[0]?.split('\n').filter((line) => line !== '' && !/^\s+at /.test(line));
    expect(ours).toHaveLength(1);
    expect(ours?.[0]).toContain('\\u{a}2026-01-01 info FORGED \\u{1b}[2J\\u{2028}');
  });

  it('writes one dated line per message', () => {
    const { log, lines } = open('readable');
    log.info('hello');
    log.warn('100% of %s', { requestId: 'r-1' });
    log.failure('Closing the day', null);
    expect(lines).toEqual([
      '2026-01-01T00:00:00.000Z info hello\n',
      '2026-01-01T00:00:00.000Z warn 100% of %s requestId=r-1\n',
      '2026-01-01T00:00:00.000Z error Closing the day: An unknown failure.\n',
    ]);
  });
});
