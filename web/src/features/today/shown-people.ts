/** What the list of today can show; `missing` is everybody who is not here and not excused. */
export const SHOWN_CHOICES = ['missing', 'late', 'excused', 'here', 'all'] as const;
export type ShownChoice = (typeof SHOWN_CHOICES)[number];

/** The filter of the list, as it is in the address. */
export interface ShownPeople {
  readonly show?: ShownChoice | undefined;
  readonly section?: string | undefined;
  readonly q?: string | undefined;
  readonly page?: number | undefined;
}
