import type { MarkReadiness } from './mark-attendance.queries.ts';

/** Why the camera does not open at once. */
export type Hindrance = 'register_own' | 'not_enrolled' | 'consent_missing' | 'already_marked' | 'day_off';

export function hindranceOf(readiness: MarkReadiness): Hindrance | null {
  const { attendance, registered, allowed, may_register, due } = readiness;
  if (attendance?.status === 'present') return 'already_marked';
  if (!registered) return may_register ? 'register_own' : 'not_enrolled';
  if (!allowed) return may_register ? 'register_own' : 'consent_missing';
  return due ? null : 'day_off';
}

/** The camera may be opened all the same. */
export const canGoOn = (hindrance: Hindrance): boolean =>
  hindrance === 'already_marked' || hindrance === 'day_off';
