import { AppError } from '@rollcall/core/kernel/errors';
import { describe, expect, it } from 'vitest';
import type { Db } from './connection.ts';
import { createTransact } from './repositories.ts';
import { retryConflicts } from './retry.ts';

const failure = (code: string) => Object.assign(new Error('ended'), { code });
/** As Drizzle throws it. */
const wrapped = (code: string) => new Error('Failed query', { cause: failure(code) });

/** Fails with the given errors, then answers how often it was called. */
function failing(...errors: Error[]) {
  let calls = 0;
  return async () => {
    calls += 1;
    const error = errors[calls - 1];
    if (error) throw error;
    return calls;
  };
}

describe('retryConflicts', () => {
  it('runs work again after deadlocks and serialisation failures', async () => {
    const pauses: number[] = [];
    const work = failing(failure('40P01'), wrapped('40001'), wrapped('40P01'));
    expect(await retryConflicts(work, async (tries) => void pauses.push(tries))).toBe(4);
    expect(pauses).toEqual([1, 2, 3]);
  });

  it('runs work again after the table of its month was dropped, which creates another', async () => {
    // In the language of the server, with the fields that PostgreSQL gives.
    const missing = Object.assign(
      new Error('keine Partition von Relation »attendance_days« für die Zeile gefunden'),
      {
        code: '23514',
        table: 'attendance_days',
        constraint: undefined,
      },
    );
    const work = failing(new Error('Failed query', { cause: missing }));
    expect(await retryConflicts(work, async () => {})).toBe(2);
    const text = new Error('no partition of relation "attendance_days" found for row');
    await expect(retryConflicts(failing(text))).rejects.toBe(text);
  });

  it.each([
    { code: '23514', table: 'attendance_days', constraint: 'attendance_days_status_check' },
    { code: '23514', table: 'attendance_days_2026_01', constraint: undefined },
    { code: '23514', table: 'check_ins', constraint: undefined },
    { code: '23502', table: 'attendance_days', constraint: undefined },
  ])('does not take %j for a missing month', async (fields) => {
    const refused = Object.assign(new Error('refused'), fields);
    await expect(retryConflicts(failing(refused))).rejects.toBe(refused);
  });

  it('does not repeat work that failed for another reason', async () => {
    const refused = new AppError('conflict');
    await expect(retryConflicts(failing(refused, refused))).rejects.toBe(refused);
    await expect(retryConflicts(failing(failure('23505'), failure('23505')))).rejects.toThrow('ended');
  });

  it('is busy, with a time to come back, when every try was ended', async () => {
    const always = () => Promise.reject(wrapped('40P01'));
    await expect(retryConflicts(always, async () => {})).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 2,
    });
  });

  it('is part of every transaction of the services', async () => {
    const db = { transaction: (work: (tx: unknown) => unknown) => work({}) } as unknown as Db; // nothing else is used
    expect(await createTransact(db)(failing(wrapped('40P01')))).toBe(2);
  });
});
