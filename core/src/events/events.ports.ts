import type { ChangeEvent } from './events.types.ts';

/** Tells every listener in every instance of the server. Losing one costs a reader a refresh, never data. */
export interface Events {
  publish(event: ChangeEvent): void;
  /** Answers the way to stop listening. */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
}
