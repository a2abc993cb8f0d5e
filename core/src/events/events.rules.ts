import type { Actor } from '../access.ts';
import type { ChangeEvent } from './events.types.ts';

/** Administrators hear everything; everyone else hears of notices, settings and themselves. */
export function mayHear(actor: Actor, event: ChangeEvent): boolean {
  if (actor.role === 'admin') return true;
  if (event.topic === 'notices' || event.topic === 'settings') return true;
  return event.personId === actor.personId;
}
