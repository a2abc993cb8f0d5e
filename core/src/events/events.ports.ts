import type { ChangeEvent, EventTopic } from './events.types.ts';

/** Port: delivers events to the listeners in all server processes. A lost event costs a page a refetch, never data. */
export interface Events {
  publish(event: ChangeEvent): void;
  /** Answers the function that unsubscribes. */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
  /**
   * Calls after every event, and at once for those of this process, before whoever made the change is answered: for what must
   * not be used after it. May call twice for one event.
   */
  onChange(listener: () => void): void;
}

/** Reads once what many ask for at the same moment; until the next change, the answer under a key is the same. */
export type SharedAnswers = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/** Runs a transaction and publishes the change after the commit, when readers can see it. */
export type TransactAndPublish<Repos> = <T>(
  topics: EventTopic | readonly EventTopic[],
  work: (repos: Repos) => Promise<T>,
  personId?: number | null,
) => Promise<T>;
