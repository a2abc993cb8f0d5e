import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFuzz } from '../testing/fuzz/run-fuzz.ts';
import { createFakeOpenId } from '../testing/provider-app.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { createFakePasskeys } from '../testing/second-factors.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Requests for each operation, others on each database; `npm run bench:fuzz` sends many more. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 6);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.TEST_DB === 'pglite' ? 20_260_302 : 20_270_302));

/** For the long run. */
const PATIENCE_MS = Math.max(180_000, RUNS * 60_000);

/** Operations that need what no document tells: another institution, an archive, a ticket, a secret, mail. */
const NEEDS_MORE = [
  'PUT /me/password',
  'DELETE /me/sessions/{id}',
  'POST /password/forgot',
  'POST /password/link/open',
  'POST /password/link',
  'DELETE /me/tokens/{id}',
  'DELETE /admin/accounts/{user_id}/tokens/{id}',
  'POST /admin/mail/test',
  'POST /me/passkeys',
  'PUT /me/totp',
  'POST /sign-in/second/options',
  'POST /sign-in/second',
  'POST /sign-in/passkey',
  'POST /sign-in/ticket',
  'POST /setup',
  'DELETE /admin/accounts/{user_id}',
  'DELETE /admin/institution/logo',
  'GET /institution/logo',
  'DELETE /today/marks/{id}',
  'POST /today/marks/{id}/removal',
  'DELETE /today/notes/{id}',
  'POST /user/register-face',
  'POST /admin/days/repair',
  'POST /admin/days/{date}/reopen',
  'POST /admin/days/{date}/close',
  'POST /admin/restore/upload',
  'POST /admin/restore',
  'POST /admin/retention/{operation}/undo',
  'POST /admin/clock/confirm',
  'POST /admin/populate-demo-data',
  'GET /admin/demo-summary',
];

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    engine: createScriptedEngine(),
    limits: 'none',
    passkeys: createFakePasskeys(),
    openId: createFakeOpenId().openId,
    certificate: {
      addresses: ['https://192.168.1.20:8443'],
      setupAddress: null,
      fingerprint: 'AA',
      expiresAt: new Date('2036-01-01T00:00:00Z'),
    },
  });
});
afterAll(() => app.close());

describe('hostile values in every place of every operation', () => {
  it(
    'are answered as documented: no 5xx, no trace of the inside, nothing that only the database refuses',
    async () => {
      const report = await runFuzz(app, { runs: RUNS, seed: SEED });
      if (process.env.FUZZ_REPORT) {
        const { writeFile } = await import('node:fs/promises');
        await writeFile(
          process.env.FUZZ_REPORT,
          JSON.stringify({ runs: RUNS, seed: SEED, ...report }, null, 2),
        );
      }
      expect(report.problems).toEqual([]);
      expect(report.unreached.filter((name) => !NEEDS_MORE.includes(name))).toEqual([]);
    },
    PATIENCE_MS,
  );
});
