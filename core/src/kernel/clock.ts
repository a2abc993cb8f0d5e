/** Port: the current time. Tests pass a clock of their own. */
export interface Clock {
  now(): Date;
}

/** The moment so many milliseconds after another one; before it, where they are negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Reads the time from the machine. The only file outside web/ that may call `new Date()`. */
export const systemClock: Clock = { now: () => new Date() };
