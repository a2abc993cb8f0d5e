import type { RecogniserProfile } from './face.ports.ts';
import type { LivenessPolicy } from './face.types.ts';

/** What the policy makes of one passive score. A score that is missing counts as unsure, never as live. */
export function livenessVerdict(
  policy: LivenessPolicy,
  score: number | null,
  profile: Pick<RecogniserProfile, 'liveAbove' | 'spoofBelow'>,
): 'pass' | 'challenge' | 'refuse' {
  if (policy === 'off') return 'pass';
  const isLive = score !== null && score >= profile.liveAbove;
  const isPicture = score !== null && score < profile.spoofBelow;
  switch (policy) {
    case 'passive':
      return isLive ? 'pass' : 'refuse';
    case 'step-up':
      return isLive ? 'pass' : isPicture ? 'refuse' : 'challenge';
    case 'always':
      return isPicture ? 'refuse' : 'challenge';
  }
}
