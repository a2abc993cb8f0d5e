import { join } from 'node:path';
import { checkFolder } from './check-folder.ts';
import { createDice, type FaultNeeds, type FaultResult } from './fault-report.ts';
import { startVictim } from './victim.ts';

const writesPerRound = 1000;

/** kill -9 somewhere in 1,000 writes (every fourth time already while it opens), again and again on one folder. */
export async function killNine(needs: FaultNeeds): Promise<FaultResult> {
  const dice = createDice(9);
  const dataDir = join(needs.workFolder, 'postgres');
  const acknowledged = new Set<number>();
  let missing = 0;
  let unopened = 0;
  for (let round = 1; round <= needs.rounds; round += 1) {
    if (round % 4 === 0) await killWhileOpening(dataDir, needs.seedFile, dice(1500));
    const first = round * writesPerRound;
    const victim = startVictim({
      engine: 'ours',
      dataDir,
      seedFile: needs.seedFile,
      first,
      count: writesPerRound,
    });
    await victim.reached(dice(writesPerRound));
    await victim.kill();
    for (const id of victim.acknowledged) acknowledged.add(id);
    const state = await checkFolder('ours', dataDir, needs.seed, acknowledged);
    if (!state.opened) unopened += 1;
    missing += state.missing;
    needs.say(
      `kill -9, ${round} of ${needs.rounds}: ${victim.acknowledged.size} acknowledged, ${state.rows} rows in all, ${state.missing} missing${state.reason === '' ? '' : ` (${state.reason})`}${victim.stderr()}`,
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

/** The moment is the point here, and no event marks it: recovery must bear being killed anywhere. */
async function killWhileOpening(dataDir: string, seedFile: string, afterMs: number): Promise<void> {
  const victim = startVictim({ engine: 'ours', dataDir, seedFile, first: -1, count: 0 });
  await Promise.race([victim.reached(0), new Promise((go) => setTimeout(go, afterMs))]);
  await victim.kill();
}
