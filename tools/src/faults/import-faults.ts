import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder, createInstitution, importPeople, PEOPLE } from './fault-institution.ts';
import { createRandom, type FaultNeeds, type FaultResult } from './fault-report.ts';
import { type Server, startServer } from './product-process.ts';

const IMPORTED = 5000;
const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

interface Listed {
  readonly type: string;
  readonly state: string;
  readonly filename: string;
  readonly bytes: number;
}

/** Kills the server during an import and an export: all people or none, a complete file or none. */
export async function importKills(needs: FaultNeeds): Promise<FaultResult[]> {
  const base = join(needs.workFolder, 'base');
  await createInstitution(base);
  return [await killImports(needs, base), await killExports(needs, base)];
}

const listed = async (server: Server): Promise<Listed[]> =>
  (await server.call('GET', '/admin/operations')).body.operations as Listed[]; // the shape of the API

/** Starts the work on a copy of the folder, kills the server after a delay and starts it again. */
async function killDuringWork(
  base: string,
  folder: string,
  afterMs: number,
  work: (server: Server) => Promise<() => Promise<unknown>>,
): Promise<Server> {
  const dataDir = copyFolder(base, folder);
  const server = await startServer(dataDir);
  await server.signIn();
  const go = await work(server);
  const running = go().catch(() => undefined); // the connection breaks with the process
  await pause(afterMs);
  await server.kill();
  await running;
  const restarted = await startServer(dataDir);
  await restarted.signIn();
  return restarted;
}

/** Milliseconds of the uninterrupted work; the kills are spread over this time. */
async function timeWork(
  base: string,
  folder: string,
  work: (server: Server) => Promise<() => Promise<unknown>>,
): Promise<number> {
  const server = await startServer(copyFolder(base, folder));
  await server.signIn();
  const go = await work(server);
  const began = performance.now();
  await go();
  const ms = performance.now() - began;
  await server.kill();
  return ms;
}

async function killImports(needs: FaultNeeds, base: string): Promise<FaultResult> {
  const random = createRandom(31);
  const folder = join(needs.workFolder, 'import');
  const work = (server: Server) => importPeople(server, 'N', IMPORTED);
  const wholeMs = await timeWork(base, folder, work);
  const tally = { kills: 0, nobody: 0, everybody: 0, some: 0, still_running: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const server = await killDuringWork(base, folder, random(wholeMs * 1.2), work);
    const total = Number((await server.call('GET', '/admin/users?page=1&limit=1')).body.total);
    if (total === PEOPLE) tally.nobody += 1;
    else if (total === PEOPLE + IMPORTED) tally.everybody += 1;
    else tally.some += 1;
    if ((await listed(server)).some(({ state }) => state === 'running')) tally.still_running += 1;
    tally.kills += 1;
    await server.kill();
    needs.log(`import killed, ${round} of ${needs.rounds}: ${total - PEOPLE} of ${IMPORTED}`);
  }
  return {
    name: 'kill -9 during an import of 5,000 people',
    outcome: tally.some === 0 && tally.still_running === 0 ? 'passed' : 'failed',
    detail: `${tally.kills} kills: ${tally.nobody} times nobody, ${tally.everybody} times everybody, ${tally.some} times some`,
    figures: tally,
  };
}

async function killExports(needs: FaultNeeds, base: string): Promise<FaultResult> {
  const random = createRandom(32);
  const folder = join(needs.workFolder, 'export');
  const work = async (server: Server) => () => server.call('POST', '/admin/export/json');
  const wholeMs = await timeWork(base, folder, work);
  const tally = { kills: 0, whole_files: 0, half_files: 0, left_behind: 0, still_running: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const server = await killDuringWork(base, folder, random(wholeMs * 0.9), work);
    const operations = await listed(server);
    const files = readdirSync(join(folder, 'files'));
    for (const { state, filename, bytes } of operations.filter(({ type }) => type === 'export_json')) {
      const whole = files.includes(filename) && statSync(join(folder, 'files', filename)).size === bytes;
      if (state === 'done') tally[whole ? 'whole_files' : 'half_files'] += 1;
    }
    tally.left_behind += files.filter((name) => name.endsWith('.part')).length;
    if (operations.some(({ state }) => state === 'running')) tally.still_running += 1;
    tally.kills += 1;
    await server.kill();
    needs.log(`export killed, ${round} of ${needs.rounds}: ${JSON.stringify(tally)}`);
  }
  const good = tally.half_files + tally.left_behind + tally.still_running === 0;
  return {
    name: 'kill -9 during an export',
    outcome: good ? 'passed' : 'failed',
    detail: `${tally.kills} kills: ${tally.whole_files} whole files listed, ${tally.half_files} half, ${tally.left_behind} left behind`,
    figures: tally,
  };
}
