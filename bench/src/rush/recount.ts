/** A mark that the server acknowledged to whoever made it. */
export interface Acknowledged {
  readonly code: string;
  /** Milliseconds since 1970, by the client. */
  readonly at: number;
  /** On own devices somebody marks themselves once a day; at a kiosk everybody is seen as often as they come. */
  readonly means: 'kiosk' | 'own';
}

/** The marks among visits. */
export const acknowledgedOf = (
  visits: readonly (Pick<Acknowledged, 'code' | 'means'> & { readonly acknowledgedAt: number | null })[],
): Acknowledged[] =>
  visits.flatMap(({ code, means, acknowledgedAt }) =>
    acknowledgedAt === null ? [] : [{ code, means, at: acknowledgedAt }],
  );

/** A check-in as the database has it. */
export interface Row {
  readonly code: string;
  /** Milliseconds since 1970, by the server. */
  readonly at: number;
}

/** Seen again within this time, somebody was seen once (docs/DOMAIN.md). Written here again on purpose. */
const ONE_SIGHTING_MS = 5 * 60_000;
/** From the moment that somebody is seen until they are told so, at most. */
const ANSWER_MS = 60_000;

/**
 * Compares what clients were told with what is stored. `lost`: acknowledged, and no row of that person up to then; at a kiosk,
 * none of that sighting.
 * `doubled`: two rows of one person within the time that counts as one sighting. `not_acknowledged`: rows of people who
 * were never told, because the answer was lost on its way.
 */
export function recount(acknowledged: readonly Acknowledged[], rows: readonly Row[]) {
  const byCode = new Map<string, number[]>();
  for (const { code, at } of rows) byCode.set(code, [...(byCode.get(code) ?? []), at]);
  const lost = acknowledged.filter(({ code, at, means }) => {
    const since = means === 'kiosk' ? at - ONE_SIGHTING_MS - ANSWER_MS : Number.NEGATIVE_INFINITY;
    return !(byCode.get(code) ?? []).some((seen) => seen <= at && seen >= since);
  });
  let doubled = 0;
  for (const times of byCode.values()) {
    const sorted = times.toSorted((a, b) => a - b);
    doubled += sorted.filter((time, i) => i > 0 && time - (sorted[i - 1] ?? 0) < ONE_SIGHTING_MS).length;
  }
  const told = new Set(acknowledged.map(({ code }) => code));
  return {
    acknowledged: acknowledged.length,
    people_acknowledged: told.size,
    rows: rows.length,
    lost: lost.length,
    doubled,
    not_acknowledged: [...byCode.keys()].filter((code) => !told.has(code)).length,
  };
}
