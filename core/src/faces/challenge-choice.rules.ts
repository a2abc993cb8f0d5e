import type { RandomSource } from '../auth/auth.ports.ts';
import type { ChallengeProblem } from './challenge.rules.ts';
import type { ChallengeStep } from './face.types.ts';

export const SCAN_LIFETIME_MS = 30_000;

/** A turn is part of every challenge: a blink alone can be painted onto a still picture. */
const CHALLENGES: readonly (readonly ChallengeStep[])[] = [
  ['turn_left'],
  ['turn_right'],
  ['turn_left', 'turn_right'],
  ['turn_right', 'turn_left'],
  ['blink', 'turn_left'],
  ['blink', 'turn_right'],
];

/** Nobody can know in advance what will be asked. */
export function chooseChallenge(random: RandomSource): readonly ChallengeStep[] {
  // 252 is the largest multiple of 6 in a byte: above it, draw again, or the first ones would come more often.
  for (;;) {
    const byte = random.bytes(1)[0] ?? 255;
    const chosen = byte < 252 ? CHALLENGES[byte % CHALLENGES.length] : undefined;
    if (chosen) return chosen;
  }
}

export const CHALLENGE_MESSAGES: Readonly<Record<ChallengeProblem, string>> = {
  no_frames: 'No movement was recorded. Please try again and follow the instruction.',
  too_many_frames: 'Too many pictures were sent. Please try again.',
  no_face: 'Your face left the picture. Please stay in front of the camera.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  different_people: 'The pictures do not show one and the same person. Please try again.',
  not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
  not_frontal: 'Please begin by looking straight at the camera.',
  step_not_seen: 'The movement was not seen. Please follow the instruction a little more clearly.',
};
