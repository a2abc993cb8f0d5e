import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';

const folder = new URL('../results/', import.meta.url);

/** Of sorted values, with one decimal. */
export function percentile(sorted: readonly number[], percent: number): number {
  const index = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return Number((sorted[Math.max(0, index)] ?? Number.NaN).toFixed(1));
}

/** A figure is worth nothing without the machine it came from. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  system: `${platform()} ${release()}`,
  node: process.version,
});

/** What was kept of the last run. */
export async function lastResult(name: string): Promise<Record<string, unknown>> {
  const text = await readFile(new URL(`${name}.json`, folder), 'utf8').catch(() => '{}');
  return JSON.parse(text) as Record<string, unknown>; // written by saveResult
}

export async function saveResult(name: string, result: Record<string, unknown>): Promise<void> {
  const text = `${JSON.stringify({ ...result, measured_at: new Date().toISOString(), machine: machine() }, null, 2)}\n`;
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), text);
  process.stdout.write(`${text}\nsaved to ${fileURLToPath(new URL(`${name}.json`, folder))}\n`);
}
