import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, countsIn, makeInstitution } from './backup-institution.ts';
import { type Command, startCommand } from './backup-process.ts';
import { createDice, type FaultNeeds, type FaultResult } from './fault-report.ts';

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms));

/** Kills of `rollcall backup` and `rollcall restore`: a whole file or none, a whole database or none. */
export async function backupKills(needs: FaultNeeds): Promise<FaultResult[]> {
  const base = join(needs.workFolder, 'base');
  await makeInstitution(base);
  const wanted = await countsIn(base);
  const archive = join(needs.workFolder, 'whole.rollcall');
  const workMs = await worked(startCommand(base, 'backup', '--out', archive), `${archive}.part`);
  return [await killBackups(needs, base, wanted, workMs), await killRestores(needs, base, wanted, archive)];
}

/** Waits until the work's trace is there or gone; whichever it is, no longer than the command lives. */
async function until(command: Command, isThere: boolean, trace: string): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  command.done.then(end, end);
  while (!ended && existsSync(trace) !== isThere) await pause(2);
}

/** A kill belongs into the work, not into the seconds in which a process starts: so wait for the work's first trace. */
const begun = (command: Command, trace: string) => until(command, true, trace);

/** How long the work takes when nobody interrupts: while its trace is there, for the process tidies up afterwards. */
async function worked(command: Command, trace: string): Promise<number> {
  await begun(command, trace);
  const began = performance.now();
  await until(command, false, trace);
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
  const dice = createDice(21);
  const tally = { kills: 0, whole_files: 0, half_files: 0, data_changed: 0 };
  for (let round = 1; round <= needs.rounds; round += 1) {
    const out = join(needs.workFolder, `killed-${round}.rollcall`);
    const command = startCommand(base, 'backup', '--out', out);
    await begun(command, `${out}.part`);
    await pause(dice(workMs));
    await command.kill();
    tally.kills += 1;
    if (existsSync(out)) {
      const { code } = await startCommand(base, 'restore', out, '--dry-run').done;
      if (code === 0) tally.whole_files += 1;
      else tally.half_files += 1;
    }
    if ((await countsIn(base)) !== wanted) tally.data_changed += 1;
    needs.say(`backup killed, ${round} of ${needs.rounds}: ${existsSync(out) ? 'whole file' : 'no file'}`);
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
  const dice = createDice(22);
  const tally = { kills: 0, absent: 0, whole: 0, partial: 0, blocked: 0 };
  const place = (round: number) => join(needs.workFolder, `restored-${round}`);
  const fresh = (round: number) => {
    copyOf(join(base, 'keys'), join(place(round), 'keys'));
    return startCommand(place(round), 'restore', archive);
  };
  const trace = (round: number) => join(place(round), 'postgres.restoring');
  const workMs = await worked(fresh(0), trace(0));
  if ((await countsIn(place(0))) !== wanted)
    throw new Error('The restored rows are not those of the backup.');
  for (let round = 1; round <= needs.rounds; round += 1) {
    const command = fresh(round);
    await begun(command, trace(round));
    await pause(dice(workMs));
    await command.kill();
    tally.kills += 1;
    if (!existsSync(join(place(round), 'postgres', 'PG_VERSION'))) {
      tally.absent += 1;
      // What was left behind must not be in the way of the next try.
      const { code } = await startCommand(place(round), 'restore', archive).done;
      if (code !== 0 || (await countsIn(place(round))) !== wanted) tally.blocked += 1;
    } else if ((await countsIn(place(round))) === wanted) tally.whole += 1;
    else tally.partial += 1;
    needs.say(`restore killed, ${round} of ${needs.rounds}: ${JSON.stringify(tally)}`);
  }
  return {
    name: 'kill -9 during a restore',
    outcome: tally.partial === 0 && tally.blocked === 0 ? 'passed' : 'failed',
    detail: `${tally.kills} kills: ${tally.absent} times nothing, ${tally.whole} times everything, ${tally.partial} times a part; restoring again failed ${tally.blocked} times`,
    figures: tally,
  };
}
