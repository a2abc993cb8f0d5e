export const SHOWN_STATUSES = [
  'present',
  'any_late',
  'missing',
  'on_time',
  'late',
  'very_late',
  'absent',
  'unmarked',
  'excused',
] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** Filter of the attendance days; part of the page's URL. */
export interface DayFilter {
  readonly from: string;
  readonly to: string;
  readonly section: string | undefined;
  readonly status: ShownStatus | undefined;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number | undefined;
  readonly page: number;
}
