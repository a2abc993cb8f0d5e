import { fileURLToPath } from 'node:url';

const HOUR = 10;
const MINUTE = 40;

/** The next Monday, twenty to eleven: classes run, most people are in, a weekend would show an empty school. */
export function schoolDay(from = new Date()): Date {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate(), HOUR, MINUTE));
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** Node flags and variables that put the server's clock there. */
export const clockAt = (time: Date) => ({
  execArgv: ['--import', fileURLToPath(new URL('./shift-clock.mjs', import.meta.url))],
  env: { SHIFT_CLOCK_MS: String(time.getTime() - Date.now()), TIME_ZONE: 'UTC' },
});
