import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, platform, release } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of a file named from the repository's root. */
export const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** `BENCH_RESULTS` names another folder, for small runs that must not replace the published figures. */
const resultFile = (name: string) =>
  join(process.env.BENCH_RESULTS ?? fromRoot('bench/results'), `${name}.json`);

/** The machine that the figures belong to. */
const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  system: `${platform()} ${release()}`,
  node: process.version,
});

/** The saved result of the last run, or an empty object. */
export async function lastResult(name: string): Promise<Record<string, unknown>> {
  const text = await readFile(resultFile(name), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, unknown>; // written by saveResult
}

/**
 * Whether the saved result was measured on the same pictures, which are named by the hash of their list; also when
 * nothing is saved yet.
 */
export async function isPublished(name: string, pairsHash: string): Promise<boolean> {
  const { pairs_sha256 } = await lastResult(name);
  return pairs_sha256 === undefined || pairs_sha256 === pairsHash;
}

/** Writes the result with date and machine to bench/results and prints it. */
export async function saveResult(name: string, result: Record<string, unknown>): Promise<void> {
  const text = `${JSON.stringify({ ...result, measured_at: new Date().toISOString(), machine: machine() }, null, 2)}\n`;
  await mkdir(dirname(resultFile(name)), { recursive: true });
  await writeFile(resultFile(name), text);
  process.stdout.write(`${text}\nsaved to ${resultFile(name)}\n`);
}
