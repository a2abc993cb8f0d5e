import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PasswordHasher } from '@rollcall/core/auth/auth.ports';
import type { PassphraseKdf } from '@rollcall/core/backup/archive-key';
import type { FileStore } from '@rollcall/core/backup/backup.ports';
import { oneChunk, streamOf } from '@rollcall/core/backup/byte-streams';
import type { MasterKeys } from '@rollcall/core/faces/face.ports';
import type { Clock } from '@rollcall/core/time/clock.ports';
import type { FontFile } from '../reports/report-fonts.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(iso: string): void;
  advance(ms: number): void;
}

export function createTestClock(iso: string): TestClock {
  let now = new Date(iso).getTime();
  return {
    now: () => new Date(now),
    set: (next) => {
      now = new Date(next).getTime();
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** A cheap digest in place of a slow one; the real hasher has its own tests in server/. */
export function createTestHasher(): PasswordHasher & { verified: () => number } {
  let verified = 0;
  const digest = (password: string) => `test:${createHash('sha256').update(password).digest('hex')}`;
  return {
    decoy: digest(randomBytes(16).toString('hex')),
    hash: async (password) => digest(password),
    hashGenerated: async (password) => digest(password),
    verify: async (hash, password) => {
      verified += 1;
      return hash === digest(password);
    },
    verified: () => verified,
  };
}

export function createTestMasterKeys(): MasterKeys {
  const key = { id: 'test', bytes: new Uint8Array(randomBytes(32)) };
  return { current: () => key, byId: (id) => (id === key.id ? key : null) };
}

/** The real function at a price a test can pay. */
export function createTestKdf(): PassphraseKdf {
  return {
    cost: { name: 'scrypt', N: 1024, r: 8, p: 1 },
    derive: async (passphrase, salt, { N, r, p }) =>
      new Uint8Array(scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p })),
  };
}

/** Files in memory, whole or not at all like the real ones. */
export function createTestFiles(): FileStore {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async write(name, chunks) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      const content = new Uint8Array(Buffer.concat(parts));
      files.set(name, content);
      return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    async read(name) {
      const content = files.get(name);
      // Pages are tested where `Blob` is jsdom's, which has no stream.
      return content ? { bytes: content.length, stream: streamOf(oneChunk(content)) } : null;
    },
    async remove(name) {
      files.delete(name);
    },
  };
}

/** The fonts that the server ships, read where npm put them. */
export async function readTestFonts(): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url);
  const file = async (script: string, weight: 400 | 600): Promise<FontFile> => {
    const path = resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`);
    return { weight: weight === 400 ? 'regular' : 'bold', bytes: new Uint8Array(await readFile(path)) };
  };
  const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'devanagari'];
  return Promise.all([...scripts.map((script) => file(script, 400)), file('latin', 600)]);
}
