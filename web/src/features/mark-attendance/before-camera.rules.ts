import type { MarkReadiness } from './mark-attendance.queries.ts';

/** Why the camera does not open at once. */
export type Hindrance =
  | 'register_own'
  | 'not_enrolled'
  | 'consent_missing'
  | 'use_kiosk'
  | 'join_network'
  | 'already_marked'
  | 'day_off';

export function hindranceOf(readiness: MarkReadiness): Hindrance | null {
  const { attendance, registered, allowed, may_register, due, place } = readiness;
  if (attendance?.status === 'present') return 'already_marked';
  if (!registered) return may_register ? 'register_own' : 'not_enrolled';
  if (!allowed) return may_register ? 'register_own' : 'consent_missing';
  if (place.missing === 'use_kiosk' || place.missing === 'join_network') return place.missing;
  return due ? null : 'day_off';
}

/** Whether the code that is shown at the place has to be entered first. */
export const needsCode = ({ place }: MarkReadiness): boolean =>
  place.missing === 'enter_code' || place.missing === 'join_network_or_enter_code';

/** The camera may be opened all the same. */
export const canGoOn = (hindrance: Hindrance): boolean =>
  hindrance === 'already_marked' || hindrance === 'day_off';
