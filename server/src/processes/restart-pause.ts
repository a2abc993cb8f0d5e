const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that served for this long had no trouble with its start. */
const WELL_MS = 60_000;

/** Failures in a row, one more after a process that ended. One that served for a while begins a new row. */
export const failuresAfter = (before: number, servedMs: number): number =>
  servedMs >= WELL_MS ? 1 : before + 1;

/** The pause before the next try: twice as long each time, so that a broken start does not use up the machine. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
