import { expectedTime } from '@rollcall/core/clock-guard/clock-guard.rules';
import type { ClockStatus, FutureDays } from '@rollcall/core/clock-guard/clock-guard.types';
import type { z } from 'zod';
import type { wireClockDoubt } from './clock.contract.ts';

/** Empty while the clock is trusted. */
export function presentClockDoubt(status: ClockStatus): { clock_doubt?: z.infer<typeof wireClockDoubt> } {
  if (status.state === 'trusted') return {};
  return {
    clock_doubt: {
      reason: status.doubt.reason,
      server_time: status.serverTime.toISOString(),
      expected_time: expectedTime(status.doubt).toISOString(),
      since: status.since.toISOString(),
    },
  };
}

export const presentFutureDays = (found: FutureDays | null) =>
  found && {
    days: found.days,
    from: found.from,
    to: found.to,
    verdicts: found.verdicts,
    check_ins: found.checkIns,
    class_marks: found.classMarks,
    people: [...found.people],
  };

export const presentClock = (status: ClockStatus, futureDays: FutureDays | null) => ({
  state: status.state,
  server_time: status.serverTime.toISOString(),
  ...presentClockDoubt(status),
  future_days: presentFutureDays(futureDays),
});
