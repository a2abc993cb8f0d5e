import { type Actor, can } from '../kernel/access.ts';

export const EVENT_TOPICS = [
  'attendance',
  'faces',
  'notices',
  'people',
  'classes',
  'settings',
  'drills',
] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** A committed change: names the topic to refetch, without the data. */
export interface ChangeEvent {
  readonly topic: EventTopic;
  /** The person whose record changed, if it is one person's; `everybody` when events about anybody may be lost. */
  readonly personId: number | 'everybody' | null;
}

/** Whoever works with other people's records receives all events; others those about notices, settings and themselves. */
export function canReceive(actor: Actor, event: ChangeEvent): boolean {
  if (can(actor, 'people.read')) return true;
  if (event.topic === 'notices' || event.topic === 'settings') return true;
  return event.personId === 'everybody' || event.personId === actor.personId;
}
