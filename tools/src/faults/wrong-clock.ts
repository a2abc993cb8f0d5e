import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createInstitution, rowCounts } from './fault-institution.ts';
import type { FaultNeeds, FaultResult } from './fault-report.ts';
import { PASSWORD, startServer } from './product-process.ts';

const NAME = 'ninety seconds in 2036';
const WRONG = '2036-01-15 12:00:00';
/** Jobs first run a minute after the start; then every minute. */
const RUN_MS = 90_000;

/** Answers the state of the clock, as every page is told. */
const clockReason = (body: Record<string, unknown>): string => {
  const doubt = body.clock_doubt as { reason: string } | undefined; // the contract of /settings/public
  return doubt?.reason ?? 'trusted';
};

/**
 * The case of the review, with real libfaketime: a school that keeps attendance for 5 years is started in 2036 for ninety
 * seconds, then with the right clock. No day may be deleted or invented.
 */
export async function wrongClock(needs: FaultNeeds): Promise<FaultResult[]> {
  if (spawnSync('faketime', ['--version']).status !== 0)
    return [
      {
        name: NAME,
        outcome: 'skipped',
        detail: 'libfaketime is not installed (Debian: apt-get install faketime)',
        figures: {},
      },
    ];
  const dataDir = `${needs.workFolder}/data`;
  await createInstitution(dataDir);
  const privacy = {
    consent_required: false,
    consent_version: '1',
    consent_text: 'I agree.',
    templates_unused_days: 365,
    attendance_years: 5,
    audit_years: 5,
  };
  const right = await startServer(dataDir);
  await right.signIn();
  const saved = await right.call('PUT', '/admin/privacy-settings', privacy);
  await right.stop();
  const before = await rowCounts(dataDir);

  const wrong = await startServer(dataDir, { fakeTime: WRONG });
  const atStart = clockReason((await wrong.call('GET', '/settings/public')).body);
  needs.log(`the server says that the clock is: ${atStart}`);
  await wait(RUN_MS);
  const late = clockReason((await wrong.call('GET', '/settings/public')).body);
  await wrong.stop();
  const after = await rowCounts(dataDir);

  const again = await startServer(dataDir);
  const back = clockReason((await again.call('GET', '/settings/public')).body);
  const signedIn = await again.call('POST', '/admin/login', { password: PASSWORD });
  await again.stop();
  needs.log(`before ${before}; after ${after}`);
  const good =
    saved.status === 200 &&
    before === after &&
    atStart === 'jumped_forward' &&
    late === 'jumped_forward' &&
    back === 'trusted' &&
    signedIn.status === 200;
  return [
    {
      name: NAME,
      outcome: good ? 'passed' : 'failed',
      detail: `before: ${before}; after 90 s in 2036: ${after}; the clock was ${atStart}, with the right clock ${back}`,
      figures: { before, after, atStart, back },
    },
  ];
}
