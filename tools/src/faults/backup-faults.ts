import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFolder, createInstitution, rowCounts } from './fault-institution.ts';
import { createRandom, type FaultNeeds, type FaultResult } from './fault-report.ts';
import { type Command, startCommand } from './product-process.ts';

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Kills `rollcall backup` and `rollcall restore`: each must leave a complete file or database, or none. */
export async function backupKills(needs: FaultNeeds): Promise<FaultResult[]> {
  const base = join(needs.workFolder, 'base');
  await createInstitution(base);
  const wanted = await rowCounts(base);
  const archive = join(needs.workFolder, 'whole.rollcall');
  const workMs = await timeWork(startCommand(base, 'backup', '--out', archive), `${archive}.part`);
  return [await killBackups(needs, base, wanted, workMs), await killRestores(needs, base, wanted, archive)];
}

/** Waits until the work's temporary file exists (or is gone), at most until the command ends. */
async function waitForFile(command: Command, exists: boolean, path: string): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  command.done.then(end, end);
  while (!ended && existsSync(path) !== exists) await pause(2);
}

/** Waits until the work has begun, so that the kill does not hit the start of the process. */
const waitForWork = (command: Command, path: string) => waitForFile(command, true, path);

/** Milliseconds of the uninterrupted work, without the start and end of the process. */
async function timeWork(command: Command, path: string): Promise<number> {
  await waitForWork(command, path);
  const began = performance.now();
  await waitForFile(command, false, path);
  const workMs = performance.now() - began;
  const { code, output } = await command.done;
  if (code !== 0) throw new Error(output);
  return workMs;
}

async function killBackups(
  needs: FaultNeeds,
  base: string,
  wanted: string,
  workMs: number,
): Promise<FaultResult> {
  const random = createRandom(21);
  const tally = { kills: 0, whole_files: 0, half_files: 0, data_changed: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const out = join(needs.workFolder, `killed-${round}.rollcall`);
    const command = startCommand(base, 'backup', '--out', out);
    await waitForWork(command, `${out}.part`);
    await pause(random(workMs));
    await command.kill();
    tally.kills += 1;
    if (existsSync(out)) {
      const { code } = await startCommand(base, 'restore', out, '--dry-run').done;
      if (code === 0) tally.whole_files += 1;
      else tally.half_files += 1;
    }
    if ((await rowCounts(base)) !== wanted) tally.data_changed += 1;
    needs.log(`backup killed, ${round} of ${needs.rounds}: ${existsSync(out) ? 'whole file' : 'no file'}`);
  }
  const after = await startCommand(base, 'backup', '--out', join(needs.workFolder, 'after.rollcall')).done;
  const good = tally.half_files === 0 && tally.data_changed === 0 && after.code === 0;
  return {
    name: 'kill -9 during a backup',
    outcome: good ? 'passed' : 'failed',
    detail: `${tally.kills} kills: ${tally.whole_files} whole files, ${tally.half_files} half files, data changed ${tally.data_changed} times; the next backup ${after.code === 0 ? 'succeeded' : 'failed'}`,
    figures: tally,
  };
}

async function killRestores(
  needs: FaultNeeds,
  base: string,
  wanted: string,
  archive: string,
): Promise<FaultResult> {
  const random = createRandom(22);
  const tally = { kills: 0, absent: 0, whole: 0, partial: 0, blocked: 0 };
  const target = (round: number) => join(needs.workFolder, `restored-${round}`);
  const startRestore = (round: number) => {
    copyFolder(join(base, 'keys'), join(target(round), 'keys'));
    return startCommand(target(round), 'restore', archive);
  };
  const temporaryFolder = (round: number) => join(target(round), 'postgres.restoring');
  const workMs = await timeWork(startRestore(0), temporaryFolder(0));
  if ((await rowCounts(target(0))) !== wanted)
    throw new Error('The restored rows are not those of the backup.');
  for (let round = 1; round <= needs.rounds; round += 1) {
    const command = startRestore(round);
    await waitForWork(command, temporaryFolder(round));
    await pause(random(workMs));
    await command.kill();
    tally.kills += 1;
    if (!existsSync(join(target(round), 'postgres', 'PG_VERSION'))) {
      tally.absent += 1;
      // Leftover files must not block the next attempt.
      const { code } = await startCommand(target(round), 'restore', archive).done;
      if (code !== 0 || (await rowCounts(target(round))) !== wanted) tally.blocked += 1;
    } else if ((await rowCounts(target(round))) === wanted) tally.whole += 1;
    else tally.partial += 1;
    needs.log(`restore killed, ${round} of ${needs.rounds}: ${JSON.stringify(tally)}`);
  }
  return {
    name: 'kill -9 during a restore',
    outcome: tally.partial === 0 && tally.blocked === 0 ? 'passed' : 'failed',
    detail: `${tally.kills} kills: ${tally.absent} times nothing, ${tally.whole} times everything, ${tally.partial} times a part; restoring again failed ${tally.blocked} times`,
    figures: tally,
  };
}

const PLACES = 50;

/** Flips one bit at 50 places of an archive and truncates it five times: refused with a reason, nothing written. */
export async function restoreDamaged(needs: FaultNeeds): Promise<FaultResult[]> {
  const base = join(needs.workFolder, 'base');
  await createInstitution(base);
  const archive = join(needs.workFolder, 'whole.rollcall');
  await startCommand(base, 'backup', '--out', archive).done;
  const bytes = readFileSync(archive);
  const target = join(needs.workFolder, 'target');
  cpSync(join(base, 'keys'), join(target, 'keys'), { recursive: true });
  const tally = { archives: 0, refused: 0, accepted: 0, wrote: 0, unclear: 0 };
  const attempt = async (content: Buffer) => {
    const path = join(needs.workFolder, 'changed.rollcall');
    writeFileSync(path, content);
    const { code, output } = await startCommand(target, 'restore', path).done;
    tally.archives += 1;
    if (code === 0) tally.accepted += 1;
    else tally.refused += 1;
    if (!/damaged|not whole|not a Rollcall file|newer Rollcall|key that opens|passphrase/.test(output))
      tally.unclear += 1;
    if (existsSync(join(target, 'postgres')) || existsSync(join(target, 'postgres.restoring')))
      tally.wrote += 1;
  };
  for (let place = 0; place < PLACES; place += 1) {
    const changed = Buffer.from(bytes);
    const at = Math.floor((place * (bytes.length - 1)) / (PLACES - 1));
    changed[at] = (changed[at] ?? 0) ^ (1 << (place % 8));
    await attempt(changed);
  }
  for (const part of [0, 0.1, 0.5, 0.9, 0.999])
    await attempt(bytes.subarray(0, Math.floor(bytes.length * part)));
  return [
    {
      name: 'a changed byte at 50 places of an archive, and five cuts',
      outcome: tally.refused === tally.archives && tally.wrote + tally.unclear === 0 ? 'passed' : 'failed',
      detail: `${tally.refused} of ${tally.archives} refused, ${tally.unclear} without a clear word, ${tally.wrote} wrote something`,
      figures: tally,
    },
  ];
}
