import type { Ports, Repositories } from '../ports.ts';
import type { EventTopic } from './events.types.ts';

/**
 * A transaction that tells the listeners once it has been committed: whoever hears of a change must be able to
 * read it.
 */
export function createAnnouncing({ transact, events }: Pick<Ports, 'transact' | 'events'>) {
  return async function announcing<T>(
    topics: EventTopic | readonly EventTopic[],
    work: (repos: Repositories) => Promise<T>,
    personId: number | null = null,
  ): Promise<T> {
    const result = await transact(work);
    for (const topic of [topics].flat()) events.publish({ topic, personId });
    return result;
  };
}

export type Announcing = ReturnType<typeof createAnnouncing>;
