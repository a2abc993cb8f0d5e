import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../architecture/source-files.ts';

const SOURCES = ['env.ts', 'https/https-env.ts', 'mail/mail-env.ts', 'processes/processes-env.ts'];

const read = (path: string) => readFile(join(ROOT, 'server/src', path), 'utf8');

/** The names of the environment variables that a server reads, with those that name files of secrets. */
export async function serverVariables(): Promise<{ all: Set<string>; secrets: Set<string> }> {
  const texts = await Promise.all(SOURCES.map(read));
  const plain = texts.flatMap((text) =>
    // A schema of zod begins in the same or in the next line.
    [...text.matchAll(/^ {2,4}([A-Z][A-Z_]+):\s*(?:z\b|yesNo|seconds|wholeNumber)/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const list = /SECRET_VARIABLES = \[([^\]]*)\]/.exec(await read('keys/secret-variables.ts'))?.[1] ?? '';
  const secrets = [...list.matchAll(/'([A-Z_]+)'/g)].map(([, name = '']) => name);
  return {
    all: new Set([...plain, ...secrets.map((name) => `${name}_FILE`)]),
    secrets: new Set(secrets),
  };
}
