import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signInByApi } from '@rollcall/e2e/kit/browser/sign-in';
import { createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { type RunningServer, startServer } from '@rollcall/e2e/kit/server/start-server';
import { fromRoot, saveResult } from '../shared/results.ts';
import { percentile } from '../shared/timing.ts';
import type { Plan, SignIn, Tried } from './plan.ts';

/**
 * `npm run bench:sign-ins`: a school that signs in behind one address, an attacker who guesses at one account from 100
 * addresses, and 1,000 sign-ins at once, against the built server behind a proxy.
 */
const PEOPLE = 1000;
const MISTYPED = 0.03;
const SCHOOL_MINUTES = 5;
const GUESSES = 10_000;
const ADDRESSES = 100;
/** Looked at within a quarter of an hour; see docs/decisions/0039. */
const MOST_GUESSES = 14;
const PASSWORD = 'copper lantern walrus';
const HEALTH_P99_MS = 200;

const folder = await mkdtemp(join(tmpdir(), 'rollcall-sign-ins-'));

/** Durations of /api/health requests in a loop until the promise settles, sorted upwards. */
async function healthTimes(address: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let running = true;
  const stop = () => {
    running = false;
  };
  until.then(stop, stop);
  while (running) {
    const start = performance.now();
    await (await fetch(`${address}/api/health`)).text();
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 10));
  }
  return times.sort((a, b) => a - b);
}

async function run(server: RunningServer, name: string, plan: Plan) {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(plan));
  const start = performance.now();
  const child = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', fromRoot('bench/src/sign-ins/sign-ins.child.ts'), server.url, file],
    { maxBuffer: 1 << 26 },
  );
  const health = await healthTimes(server.url, child);
  const tried = JSON.parse((await child).stdout) as Tried[];
  const statuses: Record<string, number> = {};
  for (const { status } of tried) statuses[status] = (statuses[status] ?? 0) + 1;
  const result = {
    seconds: Number(((performance.now() - start) / 1000).toFixed(1)),
    answers: statuses,
    ms: {
      p50: percentile(
        tried.map(({ ms }) => ms).sort((a, b) => a - b),
        50,
      ),
      p99: percentile(
        tried.map(({ ms }) => ms).sort((a, b) => a - b),
        99,
      ),
    },
    health_ms: { p50: percentile(health, 50), p99: percentile(health, 99), max: percentile(health, 100) },
  };
  process.stdout.write(`${name}: ${JSON.stringify(result)}\n`);
  return result;
}

/** Sets the institution up and imports the people, with generated passwords. */
async function makeSchool(server: RunningServer): Promise<{ username: string; password: string }[]> {
  await createApiClient(server)('POST', '/setup', {
    code: /set-up code {2}(\S+)/.exec(server.output())?.[1] ?? '',
    institution_name: 'Bench School',
    time_zone: 'UTC',
    password: PASSWORD,
  });
  const { token } = await signInByApi(server, { password: PASSWORD });
  const rows = Array.from({ length: PEOPLE }, (_, at) => `I-${at},Imported ${at},i-${at},CS-A`);
  const uploaded = await fetch(`${server.url}/api/admin/import/people/upload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: ['id,name,username,class', ...rows].join('\n'),
  });
  const { upload }: { upload: string } = await uploaded.json();
  const { passwords } = await createApiClient(server, token)<{
    passwords: { username: string; password: string }[];
  }>('POST', '/admin/import/people', {
    upload,
    mapping: { user_id: 'id', name: 'name', username: 'username', class_section: 'class' },
    passwords: 'generate',
    bad_rows: 'refuse',
    dry_run: false,
  });
  return passwords;
}

/** One sign-in from the measuring process. */
async function signIn(server: RunningServer, { from, device, ...body }: SignIn) {
  const began = performance.now();
  const answer = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from,
      ...(device === undefined ? {} : { 'X-Device': device }),
    },
    body: JSON.stringify(body),
  });
  const text = (await answer.json()) as { device?: string };
  return {
    status: answer.status,
    ms: Math.round(performance.now() - began),
    device: text.device,
    retryAfter: Number(answer.headers.get('retry-after')),
  };
}

/** Guesses at the first person's account; meanwhile the owner signs in every two seconds from a known device. */
async function attack(server: RunningServer, owner: { username: string; password: string }) {
  const home = { ...owner, from: '198.51.100.7' };
  const { device } = await signIn(server, home);
  if (device === undefined) throw new Error('The owner could not sign in.');
  const guesses = Array.from({ length: GUESSES }, (_, at) => ({
    username: owner.username,
    password: `guess ${at}`,
    from: `203.0.113.${at % ADDRESSES}`,
  }));
  const attacking = run(server, 'attack', { atOnce: ADDRESSES, everyMs: 0, signIns: guesses });
  let running = true;
  const stop = () => {
    running = false;
  };
  attacking.then(stop, stop);
  const tries: { status: number; ms: number }[] = [];
  while (running) {
    tries.push(await signIn(server, { ...home, device }));
    await new Promise((go) => setTimeout(go, 2000));
  }
  const elsewhere = await signIn(server, { ...home, from: '198.51.100.8' });
  const { answers, ...measured } = await attacking;
  return {
    what: `${GUESSES} guesses at one account from ${ADDRESSES} addresses, as fast as the server answers`,
    looked_at: answers[401] ?? 0,
    answers,
    ...measured,
    owner_on_known_device: {
      tries: tries.length,
      signed_in: tries.filter(({ status }) => status === 200).length,
      slowest_ms: Math.max(...tries.map(({ ms }) => ms)),
    },
    right_password_on_unknown_device: { status: elsewhere.status, retry_after_s: elsewhere.retryAfter },
  };
}

buildServer();
const server = await startServer({ env: { DEMO_MODE: 'false', TIME_ZONE: 'UTC', TRUST_PROXY: '1' } });
try {
  const people = await makeSchool(server);
  const rush = await run(server, 'rush', {
    atOnce: PEOPLE,
    everyMs: 0,
    signIns: people.map((person, at) => ({ ...person, from: `10.0.${at >> 8}.${at & 255}` })),
  });
  const lanes = 20;
  const school = await run(server, 'school', {
    atOnce: lanes,
    everyMs: (SCHOOL_MINUTES * 60_000 * lanes) / PEOPLE,
    signIns: people.map((person, at) => ({
      ...person,
      from: '192.0.2.1',
      mistyped: at % Math.round(1 / MISTYPED) === 0,
    })),
  });
  const attacked = await attack(server, people[0] ?? { username: '', password: '' });
  const refused = (answers: Record<string, number>) => (answers[429] ?? 0) + (answers[503] ?? 0);
  await saveResult('sign-ins', {
    what: 'Against the built server on the embedded database, behind a proxy; GET /api/health meanwhile',
    at_once: { what: `${PEOPLE} people sign in at the same moment`, ...rush },
    one_address: {
      what: `${PEOPLE} people behind one address in ${SCHOOL_MINUTES} minutes, ${MISTYPED * 100} % wrong the first time`,
      refused: refused(school.answers),
      ...school,
    },
    attack: attacked,
    holds:
      rush.answers[200] === PEOPLE &&
      rush.health_ms.p99 < HEALTH_P99_MS &&
      school.answers[200] === PEOPLE &&
      refused(school.answers) === 0 &&
      attacked.looked_at <= MOST_GUESSES &&
      attacked.owner_on_known_device.signed_in === attacked.owner_on_known_device.tries,
  });
} finally {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
}
