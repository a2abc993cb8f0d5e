import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type FaultNeeds, type FaultResult } from './fault-report.ts';
import {
  createPowerCutDisk,
  type PowerCutDisk,
  powerCutDiskProblem,
  syncSomeFiles,
} from './power-cut-disk.ts';
import { checkFolder, startWriter } from './writer-process.ts';

const writesPerRound = 1000;

interface Tally {
  cuts: number;
  acknowledged: number;
  missing: number;
  unopened: number;
}

/** Power cuts during writes and during the first start, and the same on plain PGlite for comparison. */
export async function powerCut(needs: FaultNeeds): Promise<FaultResult[]> {
  const problem = powerCutDiskProblem(needs.workFolder);
  if (problem !== undefined) {
    const skipped = { outcome: 'skipped', detail: `not possible here: ${problem}`, figures: {} } as const;
    return [{ name: 'power cut', ...skipped }];
  }
  const ours = await onDisk(needs, 'ours', (disk) => cutDuringWrites(needs, disk));
  const firstBoot = await onDisk(needs, 'first', (disk) => cutDuringFirstStart(needs, disk));
  const stock = await onDisk(needs, 'stock', (disk) => cutPlainPglite(needs, disk));
  const lostData = stock.missing > 0 || stock.unopened > 0;
  return [
    judge('power cut during 1,000 writes', ours),
    judge('power cut during the first start', firstBoot),
    {
      name: 'the same cut on PGlite as it comes (must lose data, or the test proves nothing)',
      outcome: lostData ? 'passed' : 'failed',
      detail: describe(stock),
      figures: { ...stock },
    },
  ];
}

/** Repeated cuts of one embedded database, which has to survive all earlier ones. */
async function cutDuringWrites(needs: FaultNeeds, disk: PowerCutDisk): Promise<Tally> {
  const random = createRandom(10);
  const dataDir = join(disk.mountPoint, 'postgres');
  const all = new Set<number>();
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const first = round * writesPerRound;
    const writer = startWriter({
      engine: 'ours',
      dataDir,
      seedFile: needs.seedFile,
      first,
      count: writesPerRound,
    });
    await writer.waitForWrites(1 + random(writesPerRound - 1));
    if (round % 2 === 0) syncSomeFiles(dataDir, random);
    disk.cutPower();
    await writer.kill();
    disk.restorePower();
    for (const id of writer.acknowledged) all.add(id);
    const state = await checkFolder('ours', dataDir, needs.seed, all);
    tally.cuts += 1;
    tally.acknowledged = all.size;
    tally.missing += state.missing;
    if (!state.opened) tally.unopened += 1;
    needs.log(
      `power cut, ${round} of ${needs.rounds}: ${writer.acknowledged.size} acknowledged, ${state.missing} missing ${state.reason}`,
    );
  }
  return tally;
}

/** Cuts during the first start: a half-written folder must neither be opened as a database nor block the next start. */
async function cutDuringFirstStart(needs: FaultNeeds, disk: PowerCutDisk): Promise<Tally> {
  const random = createRandom(11);
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= Math.ceil(needs.rounds / 2); round += 1) {
    const dataDir = join(disk.mountPoint, `new-${round}`, 'postgres');
    mkdirSync(join(dataDir, '..'), { recursive: true });
    const writer = startWriter({ engine: 'ours', dataDir, seedFile: needs.seedFile, first: 0, count: 0 });
    const building = `${dataDir}.unfinished`;
    await waitUntil(() => existsSync(building) || existsSync(dataDir), writer.waitForWrites(0));
    const pause = random(400);
    await new Promise((go) => setTimeout(go, pause));
    disk.cutPower();
    await writer.kill();
    disk.restorePower();
    const state = await checkFolder('ours', dataDir, needs.seed, new Set());
    tally.cuts += 1;
    if (!state.opened) tally.unopened += 1;
    needs.log(
      `power cut ${pause} ms into the first start, ${round}: ${state.opened ? 'opened' : state.reason}`,
    );
  }
  return tally;
}

/** Cuts of plain PGlite, each on a new database that was flushed before: only later writes can be lost. */
async function cutPlainPglite(needs: FaultNeeds, disk: PowerCutDisk): Promise<Tally> {
  const random = createRandom(12);
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= 3; round += 1) {
    const dataDir = join(disk.mountPoint, `stock-${round}`);
    const writer = startWriter({
      engine: 'stock',
      dataDir,
      seedFile: needs.seedFile,
      first: 0,
      count: writesPerRound,
    });
    await writer.waitForWrites(1);
    disk.flush();
    await writer.waitForWrites(100 + random(writesPerRound - 100));
    disk.cutPower();
    await writer.kill();
    disk.restorePower();
    const state = await checkFolder('stock', dataDir, needs.seed, writer.acknowledged);
    tally.cuts += 1;
    tally.acknowledged += writer.acknowledged.size;
    tally.missing += state.missing;
    if (!state.opened) tally.unopened += 1;
    needs.log(
      `power cut on stock PGlite, ${round} of 3: ${writer.acknowledged.size} acknowledged, ${state.missing} missing ${state.reason}`,
    );
  }
  return tally;
}

async function onDisk(
  needs: FaultNeeds,
  name: string,
  work: (disk: PowerCutDisk) => Promise<Tally>,
): Promise<Tally> {
  const disk = createPowerCutDisk(join(needs.workFolder, name));
  try {
    return await work(disk);
  } finally {
    disk.remove();
  }
}

async function waitUntil(isTrue: () => boolean, ended: Promise<void>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!isTrue() && !over) await new Promise((go) => setTimeout(go, 5));
}

function judge(name: string, tally: Tally): FaultResult {
  const good = tally.missing === 0 && tally.unopened === 0;
  return { name, outcome: good ? 'passed' : 'failed', detail: describe(tally), figures: { ...tally } };
}

function describe(tally: Tally): string {
  return `${tally.cuts} cuts, ${tally.acknowledged} acknowledged writes, ${tally.missing} missing, ${tally.unopened} times not opened`;
}
