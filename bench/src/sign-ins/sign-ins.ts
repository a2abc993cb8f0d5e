import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { startServer } from '@rollcall/e2e/kit/server/start-server';
import { fromRoot, saveResult } from '../shared/results.ts';
import { percentile } from '../shared/timing.ts';

/** `npm run bench:sign-ins`: 1,000 sign-ins at once, and how long other requests take meanwhile. */
const SIGN_INS = 1000;

/** Durations of /api/health requests in a loop until the promise settles, sorted upwards. */
async function healthTimes(address: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let running = true;
  void until.finally(() => {
    running = false;
  });
  while (running) {
    const start = performance.now();
    await (await fetch(`${address}/api/health`)).text();
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 10));
  }
  return times.sort((a, b) => a - b);
}

buildServer();
const { url: address, remove } = await startServer({ env: { TRUST_PROXY: 'true' } });
try {
  const quiet = await healthTimes(address, new Promise((done) => setTimeout(done, 2000)));
  const start = performance.now();
  const rush = promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    fromRoot('bench/src/sign-ins/sign-ins.child.ts'),
    address,
    String(SIGN_INS),
  ]);
  const busy = await healthTimes(address, rush);
  const seconds = (performance.now() - start) / 1000;
  const signedIn = Number((await rush).stdout.trim());
  await saveResult('sign-ins', {
    what: `${SIGN_INS} sign-ins at once against the built server on the embedded database; GET /api/health meanwhile`,
    signed_in: signedIn,
    seconds: Number(seconds.toFixed(1)),
    health_ms_quiet: { p50: percentile(quiet, 50), p99: percentile(quiet, 99), samples: quiet.length },
    health_ms_meanwhile: {
      p50: percentile(busy, 50),
      p99: percentile(busy, 99),
      max: percentile(busy, 100),
      samples: busy.length,
    },
    holds: signedIn === SIGN_INS && percentile(busy, 99) < 200,
  });
} finally {
  await remove();
}
