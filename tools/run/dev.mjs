// `npm run dev`: runs the server and the web app, which restart and reload when a file is saved.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
const run = (command, args) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

const children = [
  run(bin('tsx'), ['watch', '--clear-screen=false', 'server/src/main.ts']),
  run(bin('vite'), ['web']),
];
const stop = () => {
  for (const child of children) child.kill('SIGINT');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// When one ends, the other is stopped.
for (const child of children) child.on('exit', stop);
