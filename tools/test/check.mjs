// `npm run check`: checks format, lint and types of every workspace.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));

// One checker per compiler: several would check the same types several times. The longest step first.
const steps = [
  ['types of tsconfig.dom.json', bin('tsc'), ['-p', 'tsconfig.dom.json', '--checkers', '1']],
  ['Biome', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['types of tsconfig.node.json', bin('tsc'), ['-p', 'tsconfig.node.json', '--checkers', '1']],
  ['types of tsconfig.pure.json', bin('tsc'), ['-p', 'tsconfig.pure.json', '--checkers', '1']],
];

/** Each compiler runs for seconds only, so garbage collection is rarely worth its time. */
const env = { GOGC: '400', ...process.env };

const run = ([name, command, args]) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, env, shell: process.platform === 'win32' });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        printed += part;
      });
    child.on('error', (error) => done({ name, passes: false, printed: `${error.message}\n` }));
    child.on('close', (status) => done({ name, passes: status === 0, printed }));
  });

let failed = 0;
async function work() {
  for (let step = steps.shift(); step; step = steps.shift()) {
    const { name, passes, printed } = await run(step);
    process.stdout.write(`${printed}${passes ? 'ok    ' : 'FAILED'} ${name}\n`);
    if (!passes) failed += 1;
  }
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
process.exit(failed === 0 ? 0 : 1);
