import type { Events } from '@rollcall/core/events/events.ports';
import { type ChangeEvent, EVENT_TOPICS } from '@rollcall/core/events/events.types';
import { createLocalEvents } from '@rollcall/core/events/publish';
import pg from 'pg';

const CHANNEL = 'rollcall_changes';
const RETRY_MS = 2000;

function parse(payload: string | undefined): ChangeEvent | null {
  const [topic, person] = (payload ?? '').split(' ');
  const known = EVENT_TOPICS.find((each) => each === topic);
  return known ? { topic: known, personId: person ? Number(person) : null } : null;
}

/**
 * Publishes change events to all servers on one PostgreSQL with LISTEN and NOTIFY, on a separate connection.
 * A lost connection is reopened. Events sent meanwhile are missed: open pages stay stale until they refetch,
 * and the gallery is read again.
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

  // Enrolments and deletions may have been missed, so every face is read again.
  const reloadFaces = () => local.publish({ topic: 'faces', personId: null });

  const reconnect = () => {
    client = null;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => connect().then(reloadFaces, reconnect), RETRY_MS).unref();
  };

  await connect();
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
      await client?.end();
    },
  };
}
