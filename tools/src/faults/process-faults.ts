import { join } from 'node:path';
import { createRandom, type FaultNeeds, type FaultResult } from './fault-report.ts';
import { checkFolder, startWriter } from './writer-process.ts';

const writesPerRound = 1000;

/** Repeated kill -9 during 1,000 writes on one folder, every fourth time also while the database opens. */
export async function killNine(needs: FaultNeeds): Promise<FaultResult> {
  const random = createRandom(9);
  const dataDir = join(needs.workFolder, 'postgres');
  const acknowledged = new Set<number>();
  let missing = 0;
  let unopened = 0;
  for (let round = 1; round <= needs.rounds; round += 1) {
    if (round % 4 === 0) await killWhileOpening(dataDir, needs.seedFile, random(1500));
    const first = round * writesPerRound;
    const writer = startWriter({
      engine: 'ours',
      dataDir,
      seedFile: needs.seedFile,
      first,
      count: writesPerRound,
    });
    await writer.waitForWrites(random(writesPerRound));
    await writer.kill();
    for (const id of writer.acknowledged) acknowledged.add(id);
    const state = await checkFolder('ours', dataDir, needs.seed, acknowledged);
    if (!state.opened) unopened += 1;
    missing += state.missing;
    needs.log(
      `kill -9, ${round} of ${needs.rounds}: ${writer.acknowledged.size} acknowledged, ${state.rows} rows in all, ${state.missing} missing${state.reason === '' ? '' : ` (${state.reason})`}${writer.stderr()}`,
    );
  }
  const figures = { rounds: needs.rounds, acknowledged: acknowledged.size, missing, unopened };
  const good = missing === 0 && unopened === 0 && acknowledged.size > needs.rounds;
  return {
    name: 'kill -9 during 1,000 writes',
    outcome: good ? 'passed' : 'failed',
    detail: `${needs.rounds} kills, ${acknowledged.size} acknowledged writes, ${missing} missing, ${unopened} times not opened`,
    figures,
  };
}

/** Kills the writer after a delay: recovery must survive a kill at any point. */
async function killWhileOpening(dataDir: string, seedFile: string, afterMs: number): Promise<void> {
  const writer = startWriter({ engine: 'ours', dataDir, seedFile, first: -1, count: 0 });
  await Promise.race([writer.waitForWrites(0), new Promise((go) => setTimeout(go, afterMs))]);
  await writer.kill();
}

/** A second process on the same folder must refuse and name the first; once that is killed, the folder opens. */
export async function twoProcesses(needs: FaultNeeds): Promise<FaultResult> {
  const dataDir = join(needs.workFolder, 'postgres');
  const start = (first: number) =>
    startWriter({ engine: 'ours', dataDir, seedFile: needs.seedFile, first, count: 10 });
  const owner = start(0);
  await owner.waitForWrites(10);
  const second = start(100);
  await second.waitForWrites(1);
  const refused = second.acknowledged.size === 0 && second.stderr().includes('FolderInUseError');
  const message = /FolderInUseError: (.*)/.exec(second.stderr())?.[1] ?? second.stderr();
  await second.kill();
  await owner.kill();
  const after = await checkFolder('ours', dataDir, needs.seed, owner.acknowledged);
  const good = refused && /pid \d+/.test(message) && after.opened && after.missing === 0;
  return {
    name: 'two processes on one folder',
    outcome: good ? 'passed' : 'failed',
    detail: `the second said: "${message.replace(dataDir, 'DATA_DIR/postgres')}"; after kill -9 of the first the folder opened: ${after.opened}`,
    figures: { refused: String(refused), missing: after.missing },
  };
}
