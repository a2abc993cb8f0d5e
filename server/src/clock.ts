import type { Clock } from '@rollcall/core/time/clock.ports';

export const systemClock: Clock = { now: () => new Date() };
