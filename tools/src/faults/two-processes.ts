import { join } from 'node:path';
import { checkFolder } from './check-folder.ts';
import type { FaultNeeds, FaultResult } from './fault-report.ts';
import { startVictim } from './victim.ts';

/** The second process on a folder refuses and names the first; when the first is killed, the next may. */
export async function twoProcesses(needs: FaultNeeds): Promise<FaultResult> {
  const dataDir = join(needs.workFolder, 'postgres');
  const start = (first: number) =>
    startVictim({ engine: 'ours', dataDir, seedFile: needs.seedFile, first, count: 10 });
  const owner = start(0);
  await owner.reached(10);
  const intruder = start(100);
  await intruder.reached(1);
  const refused = intruder.acknowledged.size === 0 && intruder.stderr().includes('FolderInUseError');
  const message = /FolderInUseError: (.*)/.exec(intruder.stderr())?.[1] ?? intruder.stderr();
  await intruder.kill();
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
