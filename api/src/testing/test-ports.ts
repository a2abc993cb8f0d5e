import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PasswordHasher, PasswordStrength } from '@rollcall/core/auth/auth.ports';
import type { PassphraseKdf } from '@rollcall/core/backup/backup.ports';
import type { InstallationKeys } from '@rollcall/core/faces/face.ports';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { oneChunk, toReadableStream } from '@rollcall/core/kernel/byte-streams';
import type { Clock } from '@rollcall/core/kernel/clock';
import type { FileStore } from '@rollcall/core/operations/operations.ports';
import type { FontFile, FontSource } from '../reports/pdf/report-fonts.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Time passes: the steady clock goes with it. */
  set(iso: string): void;
  advance(ms: number): void;
  /** The clock is set wrong: the steady clock stays. */
  jump(iso: string): void;
  steadyMs(): number;
}

export function createTestClock(iso: string): TestClock {
  let now = new Date(iso).getTime();
  let jumped = 0;
  return {
    now: () => new Date(now),
    steadyMs: () => now - jumped,
    set: (next) => {
      now = new Date(next).getTime();
    },
    advance: (ms) => {
      now += ms;
    },
    jump: (next) => {
      jumped += new Date(next).getTime() - now;
      now = new Date(next).getTime();
    },
  };
}

/** Hashes with a fast digest; the real hasher is tested in server/. */
export function createTestHasher(): PasswordHasher & { verified: () => number } {
  let verified = 0;
  const digest = (password: string, cost = 'test') =>
    `${cost}:${createHash('sha256').update(password).digest('hex')}`;
  const random = () => randomBytes(16).toString('hex');
  return {
    decoys: { chosen: digest(random()), generated: digest(random(), 'generated') },
    costOf: (hash) => (hash.startsWith('generated:') ? 'generated' : 'chosen'),
    hash: async (password) => digest(password),
    hashGenerated: async (password) => digest(password, 'generated'),
    verify: async (hash, password) => {
      verified += 1;
      return hash === digest(password, hash.split(':')[0]);
    },
    verified: () => verified,
  };
}

/** Loading the dictionaries of the real one would cost each test file a quarter of a second. */
export const testStrength: PasswordStrength = async (password, words) => {
  const isEasy = /^pass|^12345/.test(password) || words.some((word) => password === word.toLowerCase());
  return { score: isEasy ? 1 : 4, warning: isEasy ? 'common' : null };
};

export function createTestMasterKeys(): InstallationKeys {
  const key = { id: 'test', bytes: new Uint8Array(randomBytes(32)) };
  return createInstallationKeys([key], { kind: 'ok', id: key.id });
}

/** scrypt at a cost that is fast enough for tests. */
export function createTestKdf(): PassphraseKdf {
  return {
    cost: { name: 'scrypt', N: 1024, r: 8, p: 1 },
    derive: async (passphrase, salt, { N, r, p }) =>
      new Uint8Array(scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p })),
  };
}

/** Keeps files in memory; a file exists only once it is written to the end. */
export function createTestFiles(clock: Clock): FileStore {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const written = new Map<string, Date>();
  let mark: string | null = null;
  return {
    async write(name, chunks) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      const content = new Uint8Array(Buffer.concat(parts));
      files.set(name, content);
      written.set(name, clock.now());
      return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    async read(name) {
      const content = files.get(name);
      // Not `Blob.stream()`: the web tests run in jsdom, whose Blob has none.
      return content ? { bytes: content.length, stream: toReadableStream(oneChunk(content)) } : null;
    },
    async remove(name) {
      files.delete(name);
    },
    list: async () =>
      [...files.keys()].map((name) => ({ name, modifiedAt: written.get(name) ?? clock.now() })),
    mark: {
      read: async () => mark,
      write: async (text) => {
        mark = text;
      },
    },
  };
}

const { resolve } = createRequire(import.meta.url);

/** The fonts that the server ships, from node_modules. */
export const testFonts: FontSource = {
  async files() {
    const file = async (name: string, weight: 400 | 600): Promise<FontFile> => {
      const path = resolve(`@fontsource/${name}-${weight}-normal.woff`);
      return { weight: weight === 400 ? 'regular' : 'bold', bytes: new Uint8Array(await readFile(path)) };
    };
    const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'devanagari'];
    const more = ['arabic', 'hebrew', 'thai'];
    return Promise.all([
      ...scripts.map((script) => file(`noto-sans/files/noto-sans-${script}`, 400)),
      ...more.map((script) => file(`noto-sans-${script}/files/noto-sans-${script}-${script}`, 400)),
      file('noto-sans/files/noto-sans-latin', 600),
    ]);
  },
  slices: {
    ranges: async (font) =>
      JSON.parse(await readFile(resolve(`@fontsource-variable/${font}/unicode.json`), 'utf8')),
    slice: (font, slice) =>
      readFile(resolve(`@fontsource-variable/${font}/files/${font}-${slice}-wght-normal.woff2`)),
  },
  harfBuzz: () => readFile(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
};
