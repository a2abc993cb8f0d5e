import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startServer } from '@rollcall/e2e/kit/server/start-server';
import { summarise, type Timing } from '../shared/timing.ts';

const SECONDS = 60;
const PAUSE_MS = 20;
/** What others may wait while it lasts. */
const HEALTH_P95_MS = 50;

/** Zeros behind one escape, which once took 1.2 s of the processor at 0.9 MB, in fields that every sign-in has. */
const zeros = (size: number): string => {
  const head = '{"scan_id":"a\\u0041","frames":[';
  return `${head}${'0,'.repeat(Math.floor((size - head.length - 3) / 2))}0]}`;
};

/** Sends the body on one connection, again and again, and counts the answers. */
async function attack(url: string, body: string, until: number): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  while (performance.now() < until) {
    const status = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }).then(
      async (answer) => {
        await answer.text();
        return String(answer.status);
      },
      () => 'closed',
    );
    answers[status] = (answers[status] ?? 0) + 1;
  }
  return answers;
}

/** How long others wait for an answer, meanwhile. */
async function health(url: string, until: number): Promise<Timing> {
  const times: number[] = [];
  while (performance.now() < until) {
    const start = performance.now();
    await (await fetch(`${url}/api/health`)).text();
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return summarise(times);
}

/**
 * Two connections of somebody who has not signed in send costly bodies to the built server for a minute, one of 0.9 MB and
 * one of the largest size that is read, while others ask how it is.
 */
export async function attackWithBodies() {
  buildServer();
  const server = await startServer();
  try {
    const quiet = await health(server.url, performance.now() + 10_000);
    const until = performance.now() + SECONDS * 1000;
    const [meanwhile, large, largestRead] = await Promise.all([
      health(server.url, until),
      attack(server.url, zeros(900_000), until),
      attack(server.url, zeros(16_000), until),
    ]);
    return {
      seconds: SECONDS,
      health_before: quiet,
      health_meanwhile: meanwhile,
      answers: { 'of 0.9 MB': large, 'of 16 kB': largestRead },
      holds: meanwhile.p95_ms < HEALTH_P95_MS,
    };
  } finally {
    await server.remove();
  }
}
