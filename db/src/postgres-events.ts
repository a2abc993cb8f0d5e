import type { Events } from '@rollcall/core/events/events.ports';
import { type ChangeEvent, EVENT_TOPICS } from '@rollcall/core/events/events.types';
import { createLocalEvents } from '@rollcall/core/events/local-events';
import pg from 'pg';

const CHANNEL = 'rollcall_changes';
const RETRY_MS = 2000;

function parse(payload: string | undefined): ChangeEvent | null {
  const [topic, person] = (payload ?? '').split(' ');
  const known = EVENT_TOPICS.find((each) => each === topic);
  return known ? { topic: known, personId: person ? Number(person) : null } : null;
}

/**
 * Several servers on one PostgreSQL hear of each other's changes by LISTEN and NOTIFY, on a connection of its own.
 * When that breaks it is opened again; what was said meanwhile is missed, which costs a page a refresh and the
 * gallery one reading.
 */
export async function openPostgresEvents(
  url: string,
  onError: (error: unknown) => void,
): Promise<Events & { close(): Promise<void> }> {
  const local = createLocalEvents();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'rollcall events' });
    next.on('notification', ({ payload }) => {
      const event = parse(payload);
      if (event) local.publish(event);
    });
    next.on('error', (error) => {
      onError(error);
      reconnect();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };

  // Who was enrolled or deleted meanwhile is not known here: everybody's faces are read again.
  const missedSomething = () => local.publish({ topic: 'faces', personId: null });

  const reconnect = () => {
    client = null;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(missedSomething, reconnect), RETRY_MS).unref();
  };

  await connect();
  return {
    subscribe: local.subscribe,
    publish: ({ topic, personId }) => {
      // Told through the database, to this process too: one way, so nobody hears anything twice.
      if (!client) return local.publish({ topic, personId });
      client.query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${personId ?? ''}`.trim()]).catch(onError);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
