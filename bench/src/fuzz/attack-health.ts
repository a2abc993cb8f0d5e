import { Agent, request } from 'node:http';
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

/** One request on a connection that others do not share; what became of it. */
const ask = (agent: Agent, url: string, body?: string): Promise<string> =>
  new Promise((done) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': body.length };
    const sent = request(url, { agent, method, headers }, (answer) => {
      answer.resume();
      answer.on('close', () => done(String(answer.statusCode)));
    });
    sent.on('error', () => done('closed'));
    sent.end(body);
  });
const newAgent = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends the body on one connection, again and again, and counts the answers. */
async function attack(url: string, body: string, until: number): Promise<Record<string, number>> {
  const agent = newAgent();
  const answers: Record<string, number> = {};
  while (performance.now() < until) {
    const status = await ask(agent, `${url}/api/user/login`, body);
    answers[status] = (answers[status] ?? 0) + 1;
  }
  agent.destroy();
  return answers;
}

/** How long others wait for an answer, meanwhile. */
async function health(url: string, until: number): Promise<Timing> {
  const agent = newAgent();
  const times: number[] = [];
  while (performance.now() < until) {
    const start = performance.now();
    await ask(agent, `${url}/api/health`);
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  agent.destroy();
  return summarise(times);
}

/**
 * Two anonymous connections send costly bodies to the built server for a minute, one of 0.9 MB and
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
