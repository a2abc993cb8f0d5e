import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { createLog, describeError } from './log.ts';

describe('the log', () => {
  it('never holds the parameters of a query', () => {
    const cause = Object.assign(new Error('duplicate key value'), { code: '23505' });
    const error = new DrizzleQueryError('insert into credentials values ($1)', ['$argon2id$secret'], cause);
    const text = describeError(error);
    expect(text).toContain('insert into credentials');
    expect(text).toContain('[23505]');
    expect(text).not.toContain('secret');
  });

  it('writes one dated line per message', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => new Date('2026-01-01T00:00:00Z'),
    );
    log.info('hello');
    expect(lines).toEqual(['2026-01-01T00:00:00.000Z info hello\n']);
  });
});
