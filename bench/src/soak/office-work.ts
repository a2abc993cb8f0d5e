import { callApi } from '@rollcall/e2e/kit/server/call-api';
import { spread, tally } from '../rush/load/summarise.ts';
import { PASSWORD } from '../rush/school/set-up-school.ts';

/** What an office looks at through the day; one of them every few seconds. */
const LOOKED_AT = [
  '/dashboard/stats',
  '/admin/recent-activity',
  '/admin/users?search=K00&limit=50',
  '/admin/absentees',
  '/admin/analytics?range=last3months',
  '/admin/attendance-history?limit=100',
  '/admin/audit',
  '/admin/notices',
];
const EVERY_MS = 5_000;
/** After so many looks somebody new is registered, and deleted again. */
const REGISTERED_EVERY = 12;

export interface OfficeCall {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
}

/** Somebody in the office works until they are told to stop. */
export function startOfficeWork(url: string, token: string) {
  const calls: OfficeCall[] = [];
  let isOver = false;
  let wake = () => {};
  const call = async (method: string, path: string, body?: object) => {
    const at = Date.now();
    const began = performance.now();
    const status = await callApi({ url }, token, method, path, body).then(
      (answer) => answer.status,
      () => 0,
    );
    calls.push({ at, ms: performance.now() - began, status });
  };
  const work = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      await call('GET', LOOKED_AT[turn % LOOKED_AT.length] ?? '');
      if (turn % REGISTERED_EVERY === 0) {
        const code = `N${turn}`;
        const username = code.toLowerCase();
        const person = { name: `New ${turn}`, user_id: code, username, password: `Quiet-Harbour-${turn}` };
        await call('POST', '/admin/register', { ...person, type: 'student', class_section: 'S1' });
        // Who deletes somebody says again who they are, if that was minutes ago.
        await call('POST', '/me/confirm', { password: PASSWORD });
        await call('DELETE', `/admin/users/${code}`);
      }
      await new Promise<void>((resume) => {
        const timer = setTimeout(resume, EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resume();
        };
        if (isOver) wake();
      });
    }
  };
  const working = work();
  return {
    calls,
    async stop(): Promise<void> {
      isOver = true;
      wake();
      await working;
    },
  };
}

export const summariseOffice = (calls: readonly OfficeCall[]) => ({
  calls: calls.length,
  statuses: tally(calls.map(({ status }) => String(status))),
  ms: spread(calls.map(({ ms }) => ms)),
});
