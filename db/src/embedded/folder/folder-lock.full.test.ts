import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUseError } from '../embedded-errors.ts';
import { lockFolder } from './folder-lock.ts';

describe('lockFolder', () => {
  let root: string;
  let dataDir: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'rollcall-lock-test-'));
    dataDir = join(root, 'postgres');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('rejects a second owner and names the pid of the first', async () => {
    const lock = await lockFolder(dataDir);
    const refusal = await lockFolder(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FolderInUseError);
    expect(String(refusal)).toContain(`pid ${process.pid}`);
    await lock.release();
  });

  it('can be locked again after release, and leaves no socket behind', async () => {
    await (await lockFolder(dataDir)).release();
    const again = await lockFolder(dataDir);
    await again.release();
    expect(readdirSync(`${dataDir}.lock`)).toEqual([]);
  });

  it('lets exactly one of many concurrent attempts succeed', async () => {
    for (let round = 0; round < 50; round += 1) {
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dataDir)));
      const owners = attempts.filter((attempt) => attempt.status === 'fulfilled');
      expect(owners, `round ${round}`).toHaveLength(1);
      await owners[0]?.value.release();
    }
  });

  it('locks the same folder under a symbolic link', async () => {
    mkdirSync(dataDir);
    symlinkSync(dataDir, join(root, 'alias'));
    const lock = await lockFolder(dataDir);
    await expect(lockFolder(join(root, 'alias'))).rejects.toThrow(FolderInUseError);
    await lock.release();
  });

  it('works in a folder whose path is too long for a socket address', async () => {
    const deep = join(root, 'a-folder-with-a-long-name-'.repeat(4), 'another-one-'.repeat(8), 'postgres');
    const lock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUseError);
    await lock.release();
  });

  it('removes the socket of a killed process, even if its pid is in use', async () => {
    mkdirSync(`${dataDir}.lock`);
    const name = join(`${dataDir}.lock`, `${process.pid}-0000000000000000.sock`);
    await leaveDeadSocket(name);
    const lock = await lockFolder(dataDir);
    expect(readdirSync(`${dataDir}.lock`)).toHaveLength(1);
    await lock.release();
  });

  it('rejects when the owner is too busy to answer', async () => {
    mkdirSync(`${dataDir}.lock`);
    const silent = createServer(() => {}).listen(join(`${dataDir}.lock`, '4711-0000000000000000.sock'));
    await once(silent, 'listening');
    await expect(lockFolder(dataDir)).rejects.toThrow('pid 4711');
    silent.close();
  });

  it('ignores other files in the socket folder', async () => {
    mkdirSync(`${dataDir}.lock`);
    writeFileSync(join(`${dataDir}.lock`, 'README'), 'hello');
    await (await lockFolder(dataDir)).release();
  });
});

/** Kills a process that listens on the socket: Node removes the file on every other way of exiting. */
async function leaveDeadSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
