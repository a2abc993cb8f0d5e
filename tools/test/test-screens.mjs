// `npm run test:screens`: accessibility of every screen with its dialogs and states. Takes minutes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'journeys/accessibility'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, E2E_ALL: '1' },
  },
);
process.exit(status ?? 1);
