import { QUALITY_MESSAGES } from '../../../faces/face-quality.rules.ts';
import type { ChallengeProblem } from '../../../liveness/challenge.rules.ts';
import type { KioskAnswer } from '../kiosk.types.ts';

/** Movements that are seen well from where people stand at a door. A blink is not. */
export const KIOSK_STEPS = ['turn_left', 'turn_right', 'nod', 'nearer'] as const;
/** A queue waits behind whoever is asked. */
export const STEPS_ASKED = 2;

type Said =
  | Extract<KioskAnswer, { outcome: 'poor_quality' }>
  | { readonly outcome: 'unknown' | 'not_live' | 'not_moved' };

/** What the kiosk says to whoever did not show the movement. */
export function whatIsSaid(problem: ChallengeProblem | 'gone'): Said {
  switch (problem) {
    case 'gone':
      return { outcome: 'unknown' };
    case 'no_face':
    case 'several_faces':
      return { outcome: 'poor_quality', reason: problem, message: QUALITY_MESSAGES[problem] };
    case 'not_live':
    case 'different_people':
    case 'mirrored':
    case 'seen_before':
      return { outcome: 'not_live' };
    default:
      return { outcome: 'not_moved' };
  }
}
