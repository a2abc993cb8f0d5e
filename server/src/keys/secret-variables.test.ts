import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvError, readEnv } from '../env.ts';
import { SECRET_VARIABLES } from './secret-variables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

const problemsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return error instanceof EnvError ? error.problems : [String(error)];
  }
};

describe('secrets in files', () => {
  it('are read without the line end, each of them', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const env = readEnv({
      DATABASE_URL_FILE: await file('url', 'postgres://rollcall:secret@db/rollcall\n'),
      TEMPLATE_KEY_FILE: await file('key', `${key}\r\n`),
      METRICS_TOKEN_FILE: await file('token', 'sixteen characters'),
      SMTP_URL_FILE: await file('smtp', 'smtp://user:password@mail.example:587\n'),
      MAIL_FROM: 'attendance@school.example',
      PUBLIC_URL: 'https://attendance.school.example',
    });
    expect(env).toMatchObject({
      databaseUrl: 'postgres://rollcall:secret@db/rollcall',
      templateKey: key,
      metricsToken: 'sixteen characters',
      mail: { host: 'mail.example', user: { name: 'user', password: 'password' } },
    });
    expect(SECRET_VARIABLES).toHaveLength(4);
  });

  it('are checked like the variables, without repeating them', async () => {
    const problems = problemsOf({ DATABASE_URL_FILE: await file('wrong', 'mysql://a-secret') });
    expect(problems).toEqual(['DATABASE_URL must begin with postgres:// or postgresql://.']);
  });

  it('are refused beside the variable, when they cannot be read, and when they are empty', async () => {
    const METRICS_TOKEN_FILE = await file('both', 'the-token-of-monitoring');
    expect(problemsOf({ METRICS_TOKEN: 'the-token-of-monitoring', METRICS_TOKEN_FILE })).toEqual([
      'Set METRICS_TOKEN or METRICS_TOKEN_FILE, not both.',
    ]);
    const missing = join(folder, 'missing');
    expect(problemsOf({ TEMPLATE_KEY_FILE: missing })).toEqual([
      `TEMPLATE_KEY_FILE is ${missing}, which cannot be read (ENOENT).`,
    ]);
    const empty = await file('empty', '\n');
    expect(problemsOf({ DATABASE_URL_FILE: empty })).toEqual([
      `DATABASE_URL_FILE is ${empty}, which is empty.`,
    ]);
    expect(problemsOf({ DATABASE_URL_FILE: '' })).toEqual([]);
  });
});
