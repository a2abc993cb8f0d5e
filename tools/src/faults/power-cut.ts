import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolder } from './check-folder.ts';
import { type CutDisk, createCutDisk, whyNoCutDisk, writeBackSome } from './cut-disk.ts';
import { createDice, type FaultNeeds, type FaultResult } from './fault-report.ts';
import { startVictim } from './victim.ts';

const writesPerRound = 1000;

interface Tally {
  cuts: number;
  acknowledged: number;
  missing: number;
  unopened: number;
}

export async function powerCut(needs: FaultNeeds): Promise<FaultResult[]> {
  const impossible = whyNoCutDisk(needs.workFolder);
  if (impossible !== undefined) {
    const skipped = { outcome: 'skipped', detail: `not possible here: ${impossible}`, figures: {} } as const;
    return [{ name: 'power cut', ...skipped }];
  }
  const ours = await onDisk(needs, 'ours', (disk) => cutOurs(needs, disk));
  const firstBoot = await onDisk(needs, 'first', (disk) => cutFirstStart(needs, disk));
  const stock = await onDisk(needs, 'stock', (disk) => cutStock(needs, disk));
  const suffered = stock.missing > 0 || stock.unopened > 0;
  return [
    judge('power cut during 1,000 writes', ours),
    judge('power cut during the first start', firstBoot),
    {
      name: 'the same cut on PGlite as it comes (must lose data, or the test proves nothing)',
      outcome: suffered ? 'passed' : 'failed',
      detail: describe(stock),
      figures: { ...stock },
    },
  ];
}

/** Again and again on one database, which so lives through all the cuts before. */
async function cutOurs(needs: FaultNeeds, disk: CutDisk): Promise<Tally> {
  const dice = createDice(10);
  const dataDir = join(disk.mountPoint, 'postgres');
  const all = new Set<number>();
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const first = round * writesPerRound;
    const victim = startVictim({
      engine: 'ours',
      dataDir,
      seedFile: needs.seedFile,
      first,
      count: writesPerRound,
    });
    await victim.reached(1 + dice(writesPerRound - 1));
    if (round % 2 === 0) writeBackSome(dataDir, dice);
    disk.cut();
    await victim.kill();
    disk.restore();
    for (const id of victim.acknowledged) all.add(id);
    const state = await checkFolder('ours', dataDir, needs.seed, all);
    tally.cuts += 1;
    tally.acknowledged = all.size;
    tally.missing += state.missing;
    if (!state.opened) tally.unopened += 1;
    needs.say(
      `power cut, ${round} of ${needs.rounds}: ${victim.acknowledged.size} acknowledged, ${state.missing} missing ${state.reason}`,
    );
  }
  return tally;
}

/** A half made folder must not be taken for a database, nor block the next start. */
async function cutFirstStart(needs: FaultNeeds, disk: CutDisk): Promise<Tally> {
  const dice = createDice(11);
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= Math.ceil(needs.rounds / 2); round += 1) {
    const dataDir = join(disk.mountPoint, `new-${round}`, 'postgres');
    mkdirSync(join(dataDir, '..'), { recursive: true });
    const victim = startVictim({ engine: 'ours', dataDir, seedFile: needs.seedFile, first: 0, count: 0 });
    const building = `${dataDir}.unfinished`;
    await appears(() => existsSync(building) || existsSync(dataDir), victim.reached(0));
    const pause = dice(400);
    await new Promise((go) => setTimeout(go, pause));
    disk.cut();
    await victim.kill();
    disk.restore();
    const state = await checkFolder('ours', dataDir, needs.seed, new Set());
    tally.cuts += 1;
    if (!state.opened) tally.unopened += 1;
    needs.say(
      `power cut ${pause} ms into the first start, ${round}: ${state.opened ? 'opened' : state.reason}`,
    );
  }
  return tally;
}

/** Each on a database of its own that was whole on the disk before: only the writes after that are at stake. */
async function cutStock(needs: FaultNeeds, disk: CutDisk): Promise<Tally> {
  const dice = createDice(12);
  const tally = { cuts: 0, acknowledged: 0, missing: 0, unopened: 0 };
  for (let round = 1; round <= 3; round += 1) {
    const dataDir = join(disk.mountPoint, `stock-${round}`);
    const victim = startVictim({
      engine: 'stock',
      dataDir,
      seedFile: needs.seedFile,
      first: 0,
      count: writesPerRound,
    });
    await victim.reached(1);
    disk.flush();
    await victim.reached(100 + dice(writesPerRound - 100));
    disk.cut();
    await victim.kill();
    disk.restore();
    const state = await checkFolder('stock', dataDir, needs.seed, victim.acknowledged);
    tally.cuts += 1;
    tally.acknowledged += victim.acknowledged.size;
    tally.missing += state.missing;
    if (!state.opened) tally.unopened += 1;
    needs.say(
      `power cut on stock PGlite, ${round} of 3: ${victim.acknowledged.size} acknowledged, ${state.missing} missing ${state.reason}`,
    );
  }
  return tally;
}

async function onDisk(
  needs: FaultNeeds,
  name: string,
  work: (disk: CutDisk) => Promise<Tally>,
): Promise<Tally> {
  const disk = createCutDisk(join(needs.workFolder, name));
  try {
    return await work(disk);
  } finally {
    disk.remove();
  }
}

async function appears(seen: () => boolean, ended: Promise<void>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!seen() && !over) await new Promise((go) => setTimeout(go, 5));
}

function judge(name: string, tally: Tally): FaultResult {
  const good = tally.missing === 0 && tally.unopened === 0;
  return { name, outcome: good ? 'passed' : 'failed', detail: describe(tally), figures: { ...tally } };
}

function describe(tally: Tally): string {
  return `${tally.cuts} cuts, ${tally.acknowledged} acknowledged writes, ${tally.missing} missing, ${tally.unopened} times not opened`;
}
