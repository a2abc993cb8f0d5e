/** The wire spells a day `MM_DD_YY`; screens and controls want `YYYY-MM-DD`. */
export function isoOfWireDate(text: string): string {
  const parts = /^(\d{2})_(\d{2})_(\d{2})$/.exec(text);
  return parts ? `20${parts[3]}-${parts[1]}-${parts[2]}` : text.slice(0, 10);
}

export function wireDateOfIso(iso: string): string {
  return `${iso.slice(5, 7)}_${iso.slice(8, 10)}_${iso.slice(2, 4)}`;
}

/** The person's own calendar day. */
export function isoOfDate(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Noon keeps the calendar day in every zone while formatting. */
export const dateOfIso = (iso: string): Date => new Date(`${iso.slice(0, 10)}T12:00:00`);

/** Of a month, `YYYY-MM`. */
export const lastDayOf = (month: string): string =>
  isoOfDate(new Date(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0, 12));
