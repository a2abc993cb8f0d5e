export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** Good Morning before 12, Good Afternoon before 17, else Good Evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}
