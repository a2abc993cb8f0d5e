import { Agent, request } from 'node:http';
import type { ServerProcess } from './server-process.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Call {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Calls on a connection of its own, so that the processes behind an address are asked in turn. */
export function callOnce(
  address: string,
  method: string,
  path: string,
  { body, token, headers = {} }: Call = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(`${address}${path}`, {
      method,
      agent: new Agent(),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += String(chunk);
      });
      incoming.on('error', fail);
      incoming.on('end', () => done({ status: incoming.statusCode ?? 0, body: text }));
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const PASSWORD = 'copper lantern walrus';

/** Sets up a school with the code on the console and returns the token of its owner. */
export async function setUpSchool(address: string, output: string): Promise<string> {
  const code = /set-up code\s+(\S+)/.exec(output)?.[1];
  const school = { institution_name: 'Hill School', time_zone: 'Europe/Berlin', password: PASSWORD };
  const made = await callOnce(address, 'POST', '/api/setup', { body: { ...school, code } });
  if (made.status !== 200) throw new Error(made.body);
  const login = await callOnce(address, 'POST', '/api/admin/login', { body: { password: PASSWORD } });
  return String(JSON.parse(login.body).access_token);
}

/** The process that served last in each place, by its number. */
export function servingPids(server: Pick<ServerProcess, 'output'>): Map<number, number> {
  const lines = server.output().matchAll(/"pid":(\d+),"msg":"Process (\d+) takes requests\."/g);
  return new Map([...lines].map(([, pid, number]) => [Number(number), Number(pid)]));
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const PAUSE_MS = 30;

const isOk = ({ status }: Answer): boolean => status === 200;

/**
 * Asks again and again on new connections until `stop`. A GET that got no answer at all is asked once more, as a
 * balancer does; what fails then too, or has a wrong answer, is in the list that `stop` returns.
 */
export function keepAsking(address: string, path: string, token: string, isGood = isOk) {
  const failures: string[] = [];
  let answered = 0;
  let isRunning = true;
  const ask = () => callOnce(address, 'GET', path, { token });
  const loop = async () => {
    while (isRunning) {
      try {
        const answer = await ask().catch(ask);
        if (isGood(answer)) answered += 1;
        else failures.push(`${answer.status} ${answer.body}`);
      } catch (error) {
        failures.push(String(error));
      }
      // Leaves the machine time to start processes meanwhile.
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  };
  const loops = Promise.all([loop(), loop(), loop()]);
  return {
    answered: () => answered,
    async stop(): Promise<string[]> {
      isRunning = false;
      await loops;
      return failures;
    },
  };
}
