const MINUTE = 60_000;

/** A server renews its leases three times within this time. After it, others take over. */
export const LEASE_MS = MINUTE;
export const RENEW_MS = LEASE_MS / 3;
/** How often a server looks for work that others left or handed back. */
export const TICK_MS = 10_000;

/** A job that ended its server this often is not taken over again. */
export const MAX_INTERRUPTIONS = 3;

const BACKOFF_MIN = MINUTE;
const BACKOFF_MAX = 60 * MINUTE;

/** One minute after the first failure, twice as long after each further one, an hour at most. */
export const backOffMs = (failures: number): number =>
  Math.min(BACKOFF_MAX, BACKOFF_MIN * 2 ** Math.min(10, Math.max(0, failures - 1)));

export const INTERRUPTED = 'This was interrupted.';
