// `npm run check`: format, lint and types of every workspace.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

// A workspace without sources has nothing to compile.
const workspaces = ['core', 'db', 'face', 'api', 'server', 'demo', 'web', 'e2e', 'bench', 'tools'].filter(
  (name) => existsSync(`${root}${name}/src`),
);
const projects = workspaces.flatMap((name) =>
  ['tsconfig.json', 'tsconfig.test.json', 'tsconfig.shared.json']
    .map((file) => `${name}/${file}`)
    .filter((path) => existsSync(`${root}${path}`)),
);
const steps = [
  ['Biome', bin('biome'), ['check', '--error-on-warnings', '.']],
  ...projects.map((path) => [`types of ${path}`, bin('tsc'), ['-p', path]]),
];

let failed = 0;
for (const [name, command, args] of steps) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
