import type { Installation } from './installation.queries.ts';

type Refusals = Installation['refusals'];

/** The reasons that have a text. */
const REASONS = [
  'not_you',
  'not_live',
  'ambiguous',
  'no_frames',
  'too_many_frames',
  'no_face',
  'several_faces',
  'different_people',
  'not_frontal',
  'step_not_seen',
  'other_movement',
  'mirrored',
  'seen_before',
] as const;
type Reason = (typeof REASONS)[number];

export const isKnownReason = (reason: string): reason is Reason => REASONS.some((each) => each === reason);

function counted<Key extends string>(refusals: Refusals, keyOf: (refusal: Refusals[number]) => Key) {
  const counts = new Map<Key, number>();
  for (const refusal of refusals) {
    const key = keyOf(refusal);
    counts.set(key, (counts.get(key) ?? 0) + refusal.count);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

export const byReason = (refusals: Refusals) => counted(refusals, ({ reason }) => reason);
export const byPlace = (refusals: Refusals) => counted(refusals, ({ evidence }) => evidence ?? 'unknown');

/** How many in each hour of the day. */
export function byHour(refusals: Refusals): number[] {
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { hour, count } of refusals) hours[hour] = (hours[hour] ?? 0) + count;
  return hours;
}
