import type { Events } from '@rollcall/core/events/events.ports';
import { type ChangeEvent, EVENT_TOPICS, type EventTopic } from '@rollcall/core/events/events.types';
import { createLocalEvents } from '@rollcall/core/events/publish';
import type pg from 'pg';
import { watchedClient } from './watched-client.ts';

const CHANNEL = 'rollcall_changes';

interface Options {
  readonly retryMs?: number;
  /** A question without an answer within this time, half as much more, ends the connection. */
  readonly answerMs?: number;
  /** Nothing is sent on this connection for hours; only a question shows that it still leads to the database. */
  readonly heartbeatMs?: number;
  /** Runs on every new connection before it is used. */
  readonly onConnect?: (client: pg.Client) => Promise<void>;
}

function parse(payload: string | undefined): ChangeEvent | null {
  const [topic, person] = (payload ?? '').split(' ');
  const known = EVENT_TOPICS.find((each) => each === topic);
  if (!known) return null;
  if (person === 'everybody') return { topic: known, personId: person };
  return { topic: known, personId: person ? Number(person) : null };
}

/**
 * Publishes change events to all servers on one PostgreSQL with LISTEN and NOTIFY, on a separate connection.
 * A lost connection is reopened. What others sent meanwhile is missed, so every topic is then published once here: pages
 * refetch, and the gallery reads its change log. Topics that this server could not send are then sent to all servers.
 */
export async function openPostgresEvents(
  url: string,
  onError: (error: unknown) => void,
  { retryMs = 2000, answerMs = 3000, heartbeatMs = 15_000, onConnect = async () => {} }: Options = {},
): Promise<Events & { close(): Promise<void> }> {
  const Client = watchedClient({ connectMs: answerMs, statementMs: answerMs });
  const local = createLocalEvents();
  /** Events of this process before they have been to the database and back. */
  const own = createLocalEvents();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  /** Topics whose events did not reach the other servers. */
  const unsent = new Set<EventTopic>();

  let sending: Promise<unknown> = Promise.resolve();

  /** Sends to every server, this one included, so that nobody receives an event twice. One after another. */
  const send = (to: pg.Client, { topic, personId }: ChangeEvent) => {
    const payload = `${topic} ${personId ?? ''}`.trim();
    sending = sending
      .then(() => to.query('select pg_notify($1, $2)', [CHANNEL, payload]))
      .catch((error: unknown) => {
        unsent.add(topic);
        onError(error);
      });
  };

  const sendAgain = (to: pg.Client) => {
    const topics = [...unsent];
    unsent.clear();
    for (const topic of topics) send(to, { topic, personId: 'everybody' });
    return topics;
  };

  const connect = async (): Promise<pg.Client> => {
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
    return next;
  };

  const catchUp = (connected: pg.Client) => {
    const sent = sendAgain(connected);
    for (const topic of EVENT_TOPICS)
      if (!sent.includes(topic)) local.publish({ topic, personId: 'everybody' });
  };

  const reconnect = () => {
    client = null;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(catchUp, reconnect), retryMs).unref();
  };

  await connect();
  // A heartbeat that fails ends the connection, which reports the error and reconnects.
  const heartbeat = setInterval(() => {
    const asked = client;
    if (!asked) return;
    sending = sending.then(() => asked.query('select 1')).catch(() => {});
    sendAgain(asked);
  }, heartbeatMs).unref();
  return {
    subscribe: local.subscribe,
    onChange: (listener) => {
      local.onChange(listener);
      own.onChange(listener);
    },
    publish: (event) => {
      own.publish(event);
      if (client) return send(client, event);
      unsent.add(event.topic);
      local.publish(event);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await sending;
      await client?.end();
    },
  };
}
