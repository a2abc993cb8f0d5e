/** Why there is no picture. Each has its own sentence in the catalogue `camera`. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'timed-out' | 'insecure' | 'unavailable';

/** Our own waiting ended; the browser has no error for that. */
export class CameraTimeout extends Error {
  constructor() {
    super('The camera did not answer in time.');
    this.name = 'CameraTimeout';
  }
}

/** Browsers offer no camera at all on a plain http address, unless it is this very machine. */
export class InsecurePage extends Error {
  constructor() {
    super('The page is not a secure context.');
    this.name = 'InsecurePage';
  }
}

const PROBLEM_OF: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied', // older browsers
  SecurityError: 'denied',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing', // older browsers
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy', // older browsers
  AbortError: 'busy',
  CameraTimeout: 'timed-out',
  InsecurePage: 'insecure',
};

/** What the browser threw, by its name: `instanceof` does not hold for errors of another realm. */
export function problemOf(error: unknown): CameraProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return PROBLEM_OF[name] ?? 'unavailable';
}
