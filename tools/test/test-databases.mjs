// `npm run test:databases`: every test of db/ and api/ on both databases; `npm run test:full` runs most of api/ on one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startPrivatePostgres } from './private-postgres.mjs';

const postgres = process.env.TEST_POSTGRES_URL
  ? { url: process.env.TEST_POSTGRES_URL }
  : await startPrivatePostgres();
if (!postgres.url) throw new Error(`There is no PostgreSQL: ${postgres.reason}.`);
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'node',
    '--project',
    'embedded',
    'db/src/',
    'api/src/',
  ],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: postgres.url, TEST_EVERYTHING_ON_BOTH: '1' },
  },
);
child.on('close', (status) => {
  postgres.stop?.();
  process.exitCode = status ?? 1;
});
