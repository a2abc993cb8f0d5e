import { Agent, request } from 'node:http';
import { percentile } from '../../shared/timing.ts';
import { createSender } from './http-call.ts';
import type { DashboardsOrder, DashboardsResult, FinishOrder, Progress } from './orders.ts';

/** Dashboards that are open: live updates, and what the page asks for again after one. Runs in a process of its own. */
process.on('disconnect', () => process.exit(1));
const say = (message: Progress | DashboardsResult) => void process.send?.(message);

/** As the web app does it (web/src/app/live/refetch-pace.ts, live-updates.ts). */
const SPREAD_MS = 2_000;
const PAUSE_MS = 4_000;
const AGAIN_MS = 2_000;
/** What a dashboard shows of attendance. */
const SHOWN = ['/api/dashboard/stats', '/api/admin/corrections?state=pending'];

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const counts = { opened: 0, refused: 0, lost: 0 };
const heard: number[][] = [];
const refetchMs: number[] = [];
const refetchesRefused: Record<string, number> = {};
let isOver = false;

function openDashboard(url: string, token: string, send: ReturnType<typeof createSender>['send']): void {
  const authorization = `Bearer ${token}`;
  const times: number[] = [];
  heard.push(times);
  let isScheduled = false;
  let isPausing = false;
  let isStale = false;
  let isFirst = true;

  const refetch = async () => {
    isScheduled = false;
    isStale = false;
    isPausing = true;
    for (const path of SHOWN) {
      const answer = await send({ method: 'GET', path, authorization, timeoutMs: 30_000 });
      refetchMs.push(answer.ms);
      if (answer.status !== 200) refetchesRefused[answer.status] = (refetchesRefused[answer.status] ?? 0) + 1;
    }
    setTimeout(() => {
      isPausing = false;
      if (isStale) schedule();
    }, PAUSE_MS);
  };
  const schedule = () => {
    if (isOver || isScheduled) return;
    isScheduled = true;
    setTimeout(() => void refetch(), Math.random() * SPREAD_MS);
  };

  const connect = () => {
    if (isOver) return;
    let isEnded = false;
    let isOpen = false;
    const again = () => {
      if (isEnded || isOver) return;
      isEnded = true;
      if (isOpen) counts.lost += 1;
      else counts.refused += 1;
      setTimeout(connect, AGAIN_MS * (1 + Math.random() / 2));
    };
    const call = request(
      `${url}/api/events`,
      { agent, headers: { Authorization: authorization } },
      (response) => {
        isOpen = response.statusCode === 200;
        if (isOpen && isFirst) counts.opened += 1;
        if (isOpen) isFirst = false;
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          if (!lines.some((line) => line.trim() === 'event: attendance')) return;
          times.push(Date.now());
          isStale = true;
          if (!isPausing) schedule();
        });
        response.on('end', again);
        response.on('error', again);
        response.on('close', again);
      },
    );
    call.on('error', again);
    call.end();
  };
  connect();
}

/** The place of the first time that is not before. */
function firstFrom(times: readonly number[], from: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function finish(marks: readonly number[]): DashboardsResult {
  isOver = true;
  const delays: number[] = [];
  let neverTold = 0;
  for (const times of heard)
    for (const mark of marks) {
      const event = times[firstFrom(times, mark)];
      if (event === undefined) neverTold += 1;
      else delays.push(event - mark);
    }
  delays.sort((a, b) => a - b);
  refetchMs.sort((a, b) => a - b);
  const of = (sorted: readonly number[], percent: number) =>
    sorted.length === 0 ? 0 : percentile(sorted, percent);
  return {
    kind: 'dashboards',
    streams: heard.length,
    ...counts,
    events: heard.reduce((sum, times) => sum + times.length, 0),
    delay_ms: { p50: of(delays, 50), p95: of(delays, 95), p99: of(delays, 99), max: of(delays, 100) },
    never_told: neverTold,
    refetches: refetchMs.length,
    refetch_ms: { p50: of(refetchMs, 50), p95: of(refetchMs, 95), p99: of(refetchMs, 99) },
    refetches_refused: refetchesRefused,
  };
}

process.on('message', (message) => {
  const order = message as DashboardsOrder | FinishOrder; // sent by orders.ts
  if (order.kind === 'finish') return say(finish(order.marks));
  const { send } = createSender(order.url);
  for (let at = 0; at < order.streams; at += 1)
    openDashboard(order.url, order.tokens[at % order.tokens.length] ?? '', send);
});
say({ kind: 'ready' });
