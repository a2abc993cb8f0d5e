/** Why the camera shows nothing. Each has a message in the catalogue `camera`. */
export type CameraProblem = 'denied' | 'missing' | 'busy' | 'timed-out' | 'insecure' | 'unavailable';

/** Thrown by our own time limit; browsers have no error for it. */
export class CameraTimeout extends Error {
  constructor() {
    super('The camera did not answer in time.');
    this.name = 'CameraTimeout';
  }
}

/** Browsers have no camera API on a plain http address other than localhost. */
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

/** Maps an error of getUserMedia to a problem by its name: `instanceof` fails for errors of another realm. */
export function problemOf(error: unknown): CameraProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return PROBLEM_OF[name] ?? 'unavailable';
}
