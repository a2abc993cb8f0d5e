import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDate } from '@rollcall/core/kernel/local-date';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createThreadedParsers, type ThreadedParsers } from './file-parsers.ts';

let parsers: ThreadedParsers;
afterEach(() => parsers.close());

const csv = (text: string) => new TextEncoder().encode(text);
const window = { from: localDate('2026-01-01'), to: localDate('2026-12-31') };

describe('createThreadedParsers', () => {
  it('reads tables and calendars', async () => {
    parsers = createThreadedParsers();
    expect(await parsers.tables.rows(csv('id,name\n1,Ada'))).toEqual([
      ['id', 'name'],
      ['1', 'Ada'],
    ]);
    const ics = 'BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260501\r\nEND:VEVENT';
    const { holidays } = await parsers.calendars.read(ics, 'Europe/Berlin', window);
    expect(holidays).toEqual([{ date: '2026-05-01', name: 'Holiday' }]);
  });

  it('refuses a broken file with the error of the parser', async () => {
    parsers = createThreadedParsers();
    await expect(parsers.tables.rows(csv('PK nothing'))).rejects.toMatchObject({
      name: 'AppError',
      code: 'invalid_input',
      message: 'The file is damaged or has the wrong type.',
    });
  });

  it('ends the thread of a file that takes too long, and reads the next file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-parsing-'));
    const started = join(folder, 'started');
    const limits = [new AbortController(), new AbortController()];
    parsers = createThreadedParsers({
      workerUrl: new URL('../testing/hanging-parse.worker.ts', import.meta.url),
      timeLimit: () => (limits.shift() ?? new AbortController()).signal,
    });
    const [limit] = limits;
    const hanging = parsers.calendars.read(started, 'UTC', window);
    const refused = expect(hanging).rejects.toMatchObject({ code: 'invalid_input' });
    await vi.waitFor(() => access(started), { timeout: 60_000 });
    const next = parsers.tables.rows(csv('a\n1'));
    limit?.abort();
    await refused;
    expect(await next).toEqual([['read']]);
    await rm(folder, { recursive: true });
  });
});
