// `npm run test:screens`: every screen with every dialog and state, in both themes and on narrow windows. Minutes, not seconds.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'accessibility'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, E2E_ALL: '1' },
  },
);
process.exit(status ?? 1);
