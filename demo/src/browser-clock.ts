import type { Clock } from '@rollcall/core/time/clock.ports';

export const browserClock: Clock = { now: () => new Date() };
