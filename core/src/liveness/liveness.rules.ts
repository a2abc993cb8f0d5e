import type { RecogniserProfile } from '../faces/face.ports.ts';
import type { LivenessPolicy } from '../faces/face.types.ts';

/** Applies the liveness policy to a passive score. Who leaves doubt may always show by moving that they are there. */
export function livenessVerdict(
  policy: LivenessPolicy,
  score: number | null,
  profile: Pick<RecogniserProfile, 'liveAbove' | 'spoofBelow'>,
): 'pass' | 'challenge' | 'refuse' {
  if (policy === 'off') return 'pass';
  const isLive = score !== null && score >= profile.liveAbove;
  const isPicture = score !== null && score < profile.spoofBelow;
  switch (policy) {
    case 'step-up':
      return isLive ? 'pass' : isPicture ? 'refuse' : 'challenge';
    case 'always':
      return isPicture ? 'refuse' : 'challenge';
  }
}
