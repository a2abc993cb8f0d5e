import type { ChangeEvent, EventTopic } from './events.types.ts';

/** Port: delivers events to the listeners in all server processes. A lost event costs a page a refetch, never data. */
export interface Events {
  publish(event: ChangeEvent): void;
  /** Answers the function that unsubscribes. */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
}

/** Runs a transaction and publishes the change after the commit, when readers can see it. */
export type TransactAndPublish<Repos> = <T>(
  topics: EventTopic | readonly EventTopic[],
  work: (repos: Repos) => Promise<T>,
  personId?: number | null,
) => Promise<T>;
