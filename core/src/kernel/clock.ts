/** Port: the current time. Tests pass a clock of their own. */
export interface Clock {
  now(): Date;
}

/** Reads the time from the machine. The only file outside web/ that may call `new Date()`. */
export const systemClock: Clock = { now: () => new Date() };
