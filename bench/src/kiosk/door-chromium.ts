import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { chromiumFlags } from '@rollcall/e2e/kit/browser/open-browser';
import { chromiumPath } from '../shared/chromium.ts';

const FLAGS = ['--headless=new', '--autoplay-policy=no-user-gesture-required'];

interface StartedChromium {
  readonly child: ChildProcess;
  /** Ends all its processes with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
}

/** Starts Chromium on a profile, as a process group of its own, so that it can be killed as a whole. */
export async function startChromium(
  profile: string,
  flags: readonly string[],
  stdio: StdioOptions,
): Promise<StartedChromium> {
  const args = [...chromiumFlags(), ...FLAGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(await chromiumPath(), args, { stdio, detached: true });
  const ended = once(child, 'exit');
  const killGroup = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
  };
  // What the bench leaves behind when it fails would disturb the next measurement.
  process.once('exit', killGroup);
  return {
    child,
    async kill() {
      killGroup();
      await ended;
      process.off('exit', killGroup);
    },
  };
}

/** Memory of a process in MB: all of it that is resident, and the part that belongs to no file. */
export async function processMemory(pid: number): Promise<{ resident: number; anonymous: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { resident: of('VmRSS'), anonymous: of('RssAnon') };
}
