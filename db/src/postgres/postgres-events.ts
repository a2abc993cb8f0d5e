import type { Events } from '@rollcall/core/events/events.ports';
import { type ChangeEvent, EVENT_TOPICS } from '@rollcall/core/events/events.types';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type pg from 'pg';
import { watchedClient } from './watched-client.ts';

const CHANNEL = 'rollcall_changes';
const RETRY_MS = 2000;
/** A question without an answer within this time, half as much more, ends the connection. */
const ANSWER_MS = 3000;
/** Nothing is sent on this connection for hours; only a question shows that it still leads to the database. */
const HEARTBEAT_MS = 15_000;

function parse(payload: string | undefined): ChangeEvent | null {
  const [topic, person] = (payload ?? '').split(' ');
  const known = EVENT_TOPICS.find((each) => each === topic);
  return known ? { topic: known, personId: person ? Number(person) : null } : null;
}

/**
 * Publishes change events to all servers on one PostgreSQL with LISTEN and NOTIFY, on a separate connection.
 * A lost connection is reopened. Events sent meanwhile are missed: every topic is then published once, so that
 * pages refetch and the gallery reads its change log.
 */
export async function openPostgresEvents(
  url: string,
  onError: (error: unknown) => void,
  heartbeatMs = HEARTBEAT_MS,
  /** Runs on every new connection before it is used. */
  onConnect: (client: pg.Client) => Promise<void> = async () => {},
): Promise<Events & { close(): Promise<void> }> {
  const Client = watchedClient({ connectMs: ANSWER_MS, statementMs: ANSWER_MS });
  const local = createLocalEvents();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: url, application_name: 'rollcall events' });
    next.on('notification', ({ payload }) => {
      const event = parse(payload);
      if (event) local.publish(event);
    });
    next.on('error', (error) => {
      onError(error);
      reconnect();
    });
    await next.connect();
    try {
      await onConnect(next);
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      next.removeAllListeners('error').on('error', () => {});
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
  };

  // Anything may have been missed: pages ask again, and the gallery looks into its change log.
  const catchUp = () => {
    for (const topic of EVENT_TOPICS) local.publish({ topic, personId: null });
  };

  const reconnect = () => {
    client = null;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(catchUp, reconnect), RETRY_MS).unref();
  };

  await connect();
  // A heartbeat that fails ends the connection, which reports the error and reconnects.
  const heartbeat = setInterval(() => client?.query('select 1').catch(() => {}), heartbeatMs).unref();
  return {
    subscribe: local.subscribe,
    publish: ({ topic, personId }) => {
      // Sent through the database to this process too, so that nobody receives an event twice.
      if (!client) return local.publish({ topic, personId });
      client.query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${personId ?? ''}`.trim()]).catch(onError);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await client?.end();
    },
  };
}
