import { percentile } from '../shared/timing.ts';
import type { Write } from './recount.ts';

/** Where a school's days are corrected, one person and day after another. */
export interface WriteTarget {
  readonly servers: readonly string[];
  readonly token: string;
  /** Person and day of each write, as `code date`. */
  readonly keys: Iterator<string>;
}

interface Answer {
  readonly at: number;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: number | null;
}

/** A client gives up a call that takes longer. */
const PATIENCE_MS = 40_000;
/** Where an answer says nothing about when to come back: a lost connection. */
const AGAIN_MS = 500;

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Clients that correct days as fast as they are answered, obey Retry-After and come back. */
export function startWrites({ servers, token, keys }: WriteTarget, clients: number) {
  const writes: Write[] = [];
  const answers: Answer[] = [];
  let ended = false;

  const send = async (server: string, key: string): Promise<Answer> => {
    const [code, date] = key.split(' ');
    const at = Date.now();
    const began = performance.now();
    const body = JSON.stringify({ wanted: 'excused', reason: 'Away' });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    try {
      const response = await fetch(`${server}/api/admin/users/${code}/attendance/${date}`, {
        method: 'PUT',
        headers,
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.arrayBuffer();
      const retryAfter = response.headers.get('Retry-After');
      return {
        at,
        status: response.status,
        ms: performance.now() - began,
        retryAfter: retryAfter === null ? null : Number(retryAfter),
      };
    } catch {
      return { at, status: 0, ms: performance.now() - began, retryAfter: null };
    }
  };

  const client = async (number: number): Promise<void> => {
    while (!ended) {
      const { value: key, done } = keys.next();
      if (done) return;
      let sent = 0;
      let acknowledged = false;
      while (!acknowledged && (!ended || sent === 0)) {
        sent += 1;
        const answer = await send(servers[(number + sent) % servers.length] ?? '', key);
        answers.push(answer);
        acknowledged = answer.status === 200;
        if (acknowledged) break;
        if (answer.status !== 0 && answer.status < 500 && answer.status !== 429)
          throw new Error(`A correction was answered ${answer.status}.`);
        await pause(answer.retryAfter === null ? AGAIN_MS : answer.retryAfter * 1000);
      }
      writes.push({ key, acknowledged, sent });
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  // Awaited at the end; a failure before must not end the process.
  all.catch(() => undefined);

  return {
    /** Successful answers so far. */
    served: () => answers.filter(({ status }) => status === 200).length,
    async end(): Promise<{ writes: readonly Write[]; answers: readonly Answer[] }> {
      ended = true;
      await all;
      return { writes, answers };
    },
  };
}

/** What clients saw in a time: answers by status, refusals without Retry-After, the longest gap without a success. */
export function describeAnswers(answers: readonly Answer[], from: number, to: number) {
  const within = answers.filter(({ at }) => at >= from && at <= to).toSorted((a, b) => a.at - b.at);
  const statuses: Record<string, number> = {};
  for (const { status } of within) {
    const name = status === 0 ? 'no answer' : String(status);
    statuses[name] = (statuses[name] ?? 0) + 1;
  }
  const good = within.filter(({ status }) => status === 200);
  const ms = good.map((answer) => answer.ms).toSorted((a, b) => a - b);
  const moments = [from, ...good.map(({ at, ms: took }) => at + took).toSorted((a, b) => a - b), to];
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  return {
    answers: statuses,
    refused_without_retry_after: within.filter(
      ({ status, retryAfter }) => (status === 503 || status === 429) && retryAfter === null,
    ).length,
    server_errors: within.filter(({ status }) => status >= 500 && status !== 503).length,
    a_second: Number((good.length / ((to - from) / 1000)).toFixed(1)),
    ms: { p50: percentile(ms, 50), p95: percentile(ms, 95), p99: percentile(ms, 99) },
    longest_without_a_success_s: Number((Math.max(0, ...gaps) / 1000).toFixed(1)),
  };
}
