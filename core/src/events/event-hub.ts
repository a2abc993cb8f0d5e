import { type Actor, can, credentialOf } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { Events } from './events.ports.ts';
import { type ChangeEvent, canReceive, type EventTopic } from './events.types.ts';

/** Between two messages about the same topic on one stream. */
const COALESCE_MS = 1000;
/**
 * While many pictures wait to be recognised, pages that show everybody are told of marks in turns, each once in so many seconds:
 * whoever is told asks for all figures again, and marks come first.
 */
export const TURNS = 15;
/** Keeps proxies from closing a silent connection; also the time after which the stream of an ended session ends. */
export const PING_MS = 25_000;

export const STREAM_LIMITS = { perPerson: 20, inAll: 5000 } as const;

interface Needs {
  readonly events: Events;
  /** Those of the sessions and API tokens, as `credentialOf` names them, that are still valid. */
  readonly aliveAmong: (credentials: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Whether more is asked of this server than it can do at once. */
  readonly isBusy: () => boolean;
}

export interface EventStream {
  /** Waits for the next changed topic or keep-alive; null when the stream has ended. */
  next(): Promise<EventTopic | 'ping' | null>;
  close(): void;
}

/** What one stream has still to send: each topic at most once, so that a slow reader holds no memory. */
function createOutbox() {
  const topics = new Set<EventTopic>();
  let isPinged = false;
  let isEnded = false;
  let wake = () => {};

  return {
    add(topic: EventTopic) {
      topics.add(topic);
      wake();
    },
    ping() {
      isPinged = true;
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async next(): Promise<EventTopic | 'ping' | null> {
      for (;;) {
        if (isEnded) return null;
        const [topic] = topics;
        if (topic !== undefined) {
          topics.delete(topic);
          return topic;
        }
        if (isPinged) {
          isPinged = false;
          return 'ping';
        }
        await new Promise<void>((done) => {
          wake = done;
        });
      }
    },
  };
}

interface Listener {
  readonly actor: Actor;
  readonly outbox: ReturnType<typeof createOutbox>;
  /** Topics that changed and were not delivered yet. */
  readonly changed: Set<EventTopic>;
  /** Those of them that are about the person themselves. */
  readonly own: Set<EventTopic>;
  /** When it is told of marks of others while the server is busy; null where it is told of its own only. */
  readonly turn: number | null;
}

/**
 * Delivers changes to the event streams of this process: to each at most one message per topic and second. The sessions
 * of all streams are checked together, on a timer, however busy the streams are; those of one person also when something
 * about that person changes.
 */
export function createEventHub({ events, aliveAmong, isBusy }: Needs) {
  const listeners = new Set<Listener>();
  let opened = 0;
  let deliveries = 0;
  let unsubscribe: (() => void) | null = null;
  let resting: ReturnType<typeof setTimeout> | null = null;
  let checking: ReturnType<typeof setInterval> | null = null;

  const deliver = () => {
    deliveries += 1;
    const inTurns = isBusy();
    let isToGoOn = false;
    for (const { changed, own, outbox, turn } of listeners) {
      const isMyTurn = !inTurns || turn === null || turn === deliveries % TURNS;
      for (const topic of changed) {
        isToGoOn = true;
        if (topic === 'attendance' && !isMyTurn && !own.has(topic)) continue;
        outbox.add(topic);
        changed.delete(topic);
        own.delete(topic);
      }
    }
    resting = isToGoOn ? setTimeout(deliver, COALESCE_MS) : null;
  };

  const onEvent = (event: ChangeEvent) => {
    // Their sessions may have been ended: not only at the next check.
    if (event.topic === 'people' && typeof event.personId === 'number') void checkSessions(event.personId);
    let isHeard = false;
    for (const { actor, changed, own } of listeners) {
      if (!canReceive(actor, event)) continue;
      changed.add(event.topic);
      if (event.personId === actor.personId) own.add(event.topic);
      isHeard = true;
    }
    // After the caller has published the other topics of the same change.
    if (isHeard) resting ??= setTimeout(deliver, 0);
  };

  const remove = (listener: Listener) => {
    listener.outbox.end();
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unsubscribe?.();
    unsubscribe = null;
    if (resting) clearTimeout(resting);
    if (checking) clearInterval(checking);
    resting = null;
    checking = null;
  };

  const checkSessions = async (personId?: number) => {
    const checked = [...listeners].filter(
      ({ actor }) => personId === undefined || actor.personId === personId,
    );
    if (checked.length === 0) return;
    const alive = await aliveAmong(checked.map(({ actor }) => credentialOf(actor))).catch(() => null);
    for (const listener of checked) {
      // A database that does not answer ends nobody's stream.
      if (alive === null || alive.has(credentialOf(listener.actor))) listener.outbox.ping();
      else remove(listener);
    }
  };

  const assertRoom = ({ personId }: Actor) => {
    let own = 0;
    for (const { actor } of listeners) if (actor.personId === personId) own += 1;
    if (own >= STREAM_LIMITS.perPerson || listeners.size >= STREAM_LIMITS.inAll)
      throw new AppError('too_many_requests', { retryAfterSeconds: PING_MS / 1000 });
  };

  return {
    open(actor: Actor): EventStream {
      assertRoom(actor);
      const turn = can(actor, 'people.read') ? ++opened % TURNS : null;
      const listener: Listener = { actor, outbox: createOutbox(), changed: new Set(), own: new Set(), turn };
      listeners.add(listener);
      unsubscribe ??= events.subscribe(onEvent);
      checking ??= setInterval(() => void checkSessions(), PING_MS);
      return { next: listener.outbox.next, close: () => remove(listener) };
    },

    count: (): number => listeners.size,

    /** Ends all streams; when the server stops. */
    close(): void {
      for (const listener of [...listeners]) remove(listener);
    },
  };
}

export type EventHub = ReturnType<typeof createEventHub>;
