import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeInstitution } from './backup-institution.ts';
import { startCommand } from './backup-process.ts';
import type { FaultNeeds, FaultResult } from './fault-report.ts';

const PLACES = 50;

/** One bit changed at 50 places of an archive, and five cuts: refused in words, and not a file is written. */
export async function restoreFlips(needs: FaultNeeds): Promise<FaultResult[]> {
  const base = join(needs.workFolder, 'base');
  await makeInstitution(base);
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
