export interface Log {
  info(message: string): void;
  warn(message: string): void;
  failure(where: string, error: unknown): void;
}

/**
 * What may be written down about an error. Drizzle puts the parameters of a failed query into its message:
 * names, hashes, sealed faces. Those never reach the log; the statement and the database's own words do.
 */
export function describeError(error: unknown): string {
  const lines: string[] = [];
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  ) {
    const code = 'code' in each && typeof each.code === 'string' ? ` [${each.code}]` : '';
    if ('query' in each && 'params' in each) {
      lines.push(`${each.name}${code}: failed query: ${String(each.query).slice(0, 500)}`);
      continue;
    }
    const stack = (each.stack ?? '').split('\n').slice(1, 6).join('\n');
    lines.push(`${each.name}${code}: ${each.message}\n${stack}`);
  }
  return lines.length > 0 ? lines.join('\ncaused by ') : 'An unknown failure.';
}

export function createLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: string, message: string) => write(`${now().toISOString()} ${level} ${message}\n`);
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    failure: (where, error) => line('error', `${where}: ${describeError(error)}`),
  };
}
