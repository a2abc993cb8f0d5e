/** ENOSPC of the file system, 53100 of Postgres. */
const CODES = new Set(['ENOSPC', '53100']);

/** Whoever wrote last may have wrapped it: the cause of the cause counts too. */
export function isDiskFull(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && CODES.has(current.code)) return true;
    current = current.cause;
  }
  return false;
}
