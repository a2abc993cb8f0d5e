import type { OnAnswer } from '@rollcall/api/http/request-log';
import type { EngineLoad } from '@rollcall/core/faces/face.ports';
import { type Context, Hono } from 'hono';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connections } from './connections.ts';
import { judgeReadiness } from './readiness.ts';
import type { ServerState } from './server-state.ts';

interface Needs {
  readonly state: () => Promise<ServerState>;
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  readonly engineLoad: () => EngineLoad | null;
  readonly about: { readonly version: string; readonly schema: number };
  /** Who may read them. */
  readonly isOperator: (c: Context) => boolean;
  /** Of a server of several processes: the number of this one, and how to read the figures of all. */
  readonly processes?: { readonly number: number; readonly readAll: () => Promise<string> } | undefined;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const PART_VALUES = { failing: 0, warning: 0.5, ok: 1, off: 1 } as const;

/** Figures of the server for Prometheus. Counts, ages and durations: no label and no value says anything of a person. */
export function createMetrics(needs: Needs) {
  const registry = new Registry();
  if (needs.processes) registry.setDefaultLabels({ process: String(needs.processes.number) });
  collectDefaultMetrics({ register: registry, prefix: 'rollcall_' });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `rollcall_${name}`, help, labelNames, registers: [registry] });

  const requests = new Histogram({
    name: 'rollcall_http_request_duration_seconds',
    help: 'Time until the head of an answer was known, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const running = gauge('http_requests_running', 'Requests being answered, without event streams');
  const streams = gauge('http_event_streams', 'Open event streams');
  const connections = gauge('database_connections', 'Connections of the pool', ['state']);
  const faceJobs = gauge('face_images', 'Images in the face engine', ['state']);
  const faceLanes = gauge('face_lanes', 'Images the face engine analyses at the same time');
  const people = gauge('gallery_people', 'People this server can recognize');
  const unreadable = gauge('gallery_unreadable', 'People whose stored face cannot be opened');
  const galleryAge = gauge('gallery_read_age_seconds', 'Time since changes of faces were last read');
  const jobAge = gauge('job_success_age_seconds', 'Time since a background job last succeeded', ['job']);
  const jobFailures = gauge('job_failures_in_a_row', 'Failures of a background job since it succeeded', [
    'job',
  ]);
  const jobsActive = gauge('jobs', 'Background jobs on all servers', ['job', 'state']);
  const backupAge = gauge('backup_age_seconds', 'Age of the newest nightly backup');
  const parts = gauge('part_state', 'Parts as of /api/ready: 1 well, 0.5 warning, 0 failing', ['part']);
  const ready = gauge('ready', 'Whether requests should be sent to this server');
  const clock = gauge('clock_trusted', 'Whether the server clock is trusted');
  const schema = gauge('database_schema', 'Schema of the database');
  gauge('build_info', 'The program', ['version', 'schema', 'node']).set(
    { version: needs.about.version, schema: String(needs.about.schema), node: process.version },
    1,
  );
  let http: Pick<Connections, 'running' | 'streams'> | undefined;

  const secondsSince = (now: Date, then: Date) => (now.getTime() - then.getTime()) / 1000;

  async function refresh(): Promise<void> {
    running.set(http?.running() ?? 0);
    streams.set(http?.streams() ?? 0);
    connections.set({ state: 'open' }, needs.pool.totalCount);
    connections.set({ state: 'idle' }, needs.pool.idleCount);
    connections.set({ state: 'waited_for' }, needs.pool.waitingCount);
    const load = needs.engineLoad();
    faceLanes.set(load?.lanes ?? 0);
    faceJobs.set({ state: 'running' }, load?.running ?? 0);
    faceJobs.set({ state: 'waiting' }, load?.waiting ?? 0);
    setState(await needs.state());
  }

  function setState(state: ServerState): void {
    const judged = judgeReadiness(state);
    for (const each of judged) parts.set({ part: each.part }, PART_VALUES[each.state]);
    ready.set(judged.every((each) => each.state !== 'failing') ? 1 : 0);
    clock.set(state.clock === 'trusted' ? 1 : 0);
    if (state.schema.current !== null) schema.set(state.schema.current);
    if (state.gallery !== null) {
      people.set(state.gallery.people);
      unreadable.set(state.gallery.unreadable.length);
      if (state.gallery.lastReadAt) galleryAge.set(secondsSince(state.now, state.gallery.lastReadAt));
    }
    if (state.backup?.lastSuccessAt) backupAge.set(secondsSince(state.now, state.backup.lastSuccessAt));
    for (const { kind: job, secondsSinceSuccess, failuresInARow, ...counts } of state.jobs ?? []) {
      if (secondsSinceSuccess !== null) jobAge.set({ job }, secondsSinceSuccess);
      jobFailures.set({ job }, failuresInARow);
      jobsActive.set({ job, state: 'running' }, counts.running);
      jobsActive.set({ job, state: 'waiting' }, counts.waiting);
    }
  }

  /** The figures of this process. */
  async function read(): Promise<string> {
    await refresh();
    return registry.metrics();
  }

  const onAnswer: OnAnswer = ({ method, route, status, ms }) =>
    requests.observe({ method, route, status: String(status) }, ms / 1000);

  const app = new Hono().get('/metrics', async (c) => {
    if (!needs.isOperator(c)) return c.text('Metrics are for this machine, or with METRICS_TOKEN.\n', 403);
    // Whichever process answers, all of them are shown: nobody can ask for a certain one.
    const all = await needs.processes?.readAll().catch(() => null);
    return c.body(all ?? (await read()), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  });

  return {
    app,
    onAnswer,
    read,
    /** Counts the requests of this HTTP server from now on. */
    follow(given: Pick<Connections, 'running' | 'streams'>): void {
      http = given;
    },
  };
}
