/** Converts the API's `MM_DD_YY` to `YYYY-MM-DD`; cuts the time off anything else. */
export function isoOfWireDate(text: string): string {
  const parts = /^(\d{2})_(\d{2})_(\d{2})$/.exec(text);
  return parts ? `20${parts[3]}-${parts[1]}-${parts[2]}` : text.slice(0, 10);
}

export function wireDateOfIso(iso: string): string {
  return `${iso.slice(5, 7)}_${iso.slice(8, 10)}_${iso.slice(2, 4)}`;
}

/** The date as `YYYY-MM-DD` in the browser's time zone. */
export function isoOfDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** At noon, which is the same calendar day in every zone. */
export const dateOfIso = (iso: string): Date => new Date(`${iso.slice(0, 10)}T12:00:00`);

/** Last day of a month `YYYY-MM`. */
export const lastDayOf = (month: string): string =>
  isoOfDate(new Date(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0, 12));

/** Adds months to `YYYY-MM`: `2026-01` and -1 give `2025-12`. */
export function shiftMonth(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** How many days a demo's clock is back: on a weekend its today is the last school day. */
let daysBack = 0;
export const followDemoDay = (day: { readonly days_back: number } | undefined): void => {
  daysBack = day?.days_back ?? 0;
};

/** The clock of the web app: nothing else calls `new Date()` for the current time. */
export function now(): Date {
  const at = new Date();
  if (daysBack > 0) at.setDate(at.getDate() - daysBack);
  return at;
}
