import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import type { FaultNeeds, FaultResult } from './fault-report.ts';

/** A query of 30 s: HTTP requests are answered meanwhile, database calls once the watchdog has ended it. */
export async function longQuery(needs: FaultNeeds): Promise<FaultResult> {
  const embedded = await openEmbedded({
    at: { dataDir: join(needs.workFolder, 'postgres') },
    seed: needs.seed,
  });
  const server = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  let over = false;
  const long = embedded.pool.query('select pg_sleep(30)').then(
    () => 'finished',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  const endedAfter = long.then(() => {
    over = true;
    return performance.now() - began;
  });
  const others = Array.from({ length: 20 }, (_, n) => embedded.pool.query('select $1::int as n', [n]));
  const waits: number[] = [];
  while (!over) {
    const asked = performance.now();
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    waits.push(performance.now() - asked);
    await new Promise((go) => setTimeout(go, 20));
  }
  const answered = (await Promise.allSettled(others)).filter((other) => other.status === 'fulfilled').length;
  const servedAfter = performance.now() - began;
  delay.disable();
  server.close();
  const figures = {
    outcome_of_long_query: await long,
    long_query_ended_after_ms: Math.round(await endedAfter),
    database_calls_answered_of_20: answered,
    database_calls_served_after_ms: Math.round(servedAfter),
    http_answers_meanwhile: waits.length,
    http_slowest_ms: Math.round(Math.max(...waits)),
    event_loop_longest_stall_ms: Math.round(delay.max / 1e6),
  };
  await embedded.close();
  const good = figures.outcome_of_long_query === '57014' && answered === 20 && figures.http_slowest_ms < 1000;
  return {
    name: 'a query of 30 s',
    outcome: good ? 'passed' : 'failed',
    detail: `ended after ${figures.long_query_ended_after_ms} ms, ${answered} of 20 waiting database calls answered, ${waits.length} HTTP answers meanwhile (slowest ${figures.http_slowest_ms} ms, longest event loop stall ${figures.event_loop_longest_stall_ms} ms)`,
    figures,
  };
}
