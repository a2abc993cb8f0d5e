// `npm run check`: format, lint and types of every workspace.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url));

const projects = ['core', 'db', 'face', 'api', 'server', 'demo', 'web', 'e2e', 'bench', 'tools'].flatMap(
  (name) =>
    [`${name}/tsconfig.json`, `${name}/tsconfig.test.json`, `${name}/tsconfig.shared.json`].filter((path) =>
      existsSync(`${root}${path}`),
    ),
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
