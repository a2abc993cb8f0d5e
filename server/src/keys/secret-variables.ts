import { readFileSync } from 'node:fs';

/** Variables that hold a secret. Each may name a file instead, as `DATABASE_URL_FILE`. */
export const SECRET_VARIABLES = ['DATABASE_URL', 'TEMPLATE_KEY', 'METRICS_TOKEN', 'SMTP_URL'] as const;

type Source = Readonly<Record<string, string | undefined>>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';

/**
 * Reads the secrets that are in files, as container platforms provide them: the environment of a process is shown by
 * more programs than a file is. Line ends at the end of a file do not count. Problems repeat no secret.
 */
export function readSecretVariables(source: Source): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const path = source[`${name}_FILE`];
    if (!path) continue;
    if (source[name]) {
      problems.push(`Set ${name} or ${name}_FILE, not both.`);
      continue;
    }
    try {
      const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (text === '') problems.push(`${name}_FILE is ${path}, which is empty.`);
      else values[name] = text;
    } catch (error) {
      problems.push(`${name}_FILE is ${path}, which cannot be read (${codeOf(error)}).`);
    }
  }
  return { values, problems };
}
