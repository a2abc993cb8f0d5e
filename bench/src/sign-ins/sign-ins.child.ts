import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { Plan, SignIn, Tried } from './plan.ts';

/** Sends the sign-ins of a plan from a separate process, so that the measuring process is not busy with them. */
const [address, file] = [process.argv[2] ?? '', process.argv[3] ?? ''];
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

function send({ username, password, from, device }: SignIn): Promise<Tried> {
  const began = performance.now();
  return new Promise((done, fail) => {
    const call = request(
      `${address}/api/user/login`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': from,
          ...(device === undefined ? {} : { 'X-Device': device }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => done({ status: response.statusCode ?? 0, ms: performance.now() - began }));
      },
    );
    call.on('error', fail);
    call.end(JSON.stringify({ username, password }));
  });
}

/** One sign-in; somebody who mistyped tries again at once. */
async function trySignIn(signIn: SignIn): Promise<Tried[]> {
  const first = await send(signIn.mistyped ? { ...signIn, password: 'mistyped' } : signIn);
  return signIn.mistyped ? [first, await send(signIn)] : [first];
}

const { atOnce, everyMs, signIns } = JSON.parse(await readFile(file, 'utf8')) as Plan; // written by the bench
const results: Tried[] = [];
const waiting = [...signIns];
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [tried] = await Promise.all([
      trySignIn(next),
      everyMs === 0 ? undefined : new Promise((go) => setTimeout(go, everyMs)),
    ]);
    results.push(...tried);
  }
};
await Promise.all(Array.from({ length: atOnce }, worker));
process.stdout.write(JSON.stringify(results));
