import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Victim {
  readonly acknowledged: ReadonlySet<number>;
  /** Resolves when so many writes were acknowledged (0: when it is ready), or the process has ended. */
  reached(acknowledgements: number): Promise<void>;
  kill(): Promise<void>;
  readonly stderr: () => string;
}

/** Starts `writer.ts` and listens to what it acknowledges. */
export function startVictim(needs: {
  engine: 'ours' | 'stock';
  dataDir: string;
  seedFile: string;
  first: number;
  count: number;
}): Victim {
  const script = fileURLToPath(new URL('./writer.ts', import.meta.url));
  const args = [
    script,
    needs.engine,
    needs.dataDir,
    needs.seedFile,
    String(needs.first),
    String(needs.count),
  ];
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const acknowledged = new Set<number>();
  const waiters: { at: number; go: () => void }[] = [];
  let ready = false;
  let ended = false;
  let stderr = '';
  const wake = () => {
    for (const waiter of waiters) if (ended || (ready && acknowledged.size >= waiter.at)) waiter.go();
  };
  child.stderr?.on('data', (text) => {
    stderr += String(text);
  });
  const exited = once(child, 'exit').then(() => {
    ended = true;
    wake();
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') ready = true;
      if (line.startsWith('ack ')) acknowledged.add(Number(line.slice(4)));
      wake();
    });
  }
  return {
    acknowledged,
    stderr: () => stderr,
    reached: (at) =>
      new Promise((go) => {
        waiters.push({ at, go });
        wake();
      }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
