/** Somebody who showed something to a kiosk without a network. */
export interface Attempt {
  readonly code: string;
  readonly means: 'pin' | 'card' | 'face';
  /** Whether the screen said "Recorded". False where the tablet was killed before. */
  readonly isSaid: boolean;
}

/** A row of what the server took from the kiosk. */
export interface TakenRow {
  readonly number: number;
  readonly means: string | null;
  /** Why the office has to look at it; null for one that was counted. */
  readonly doubt: string | null;
  /** Null where nobody could be named. */
  readonly code: string | null;
}

interface Recount {
  /** Entries whose screen said "Recorded", and are neither counted nor listed for the office. */
  readonly lost: number;
  /** Entries that are there more often than they were made, and people who were counted twice. */
  readonly doubled: number;
  readonly counted: number;
  readonly listed_for_the_office: number;
  readonly listed_by_reason: Readonly<Record<string, number>>;
  /** Made while the tablet was killed: the screen said nothing, and the entry was there all the same. */
  readonly kept_although_nothing_was_said: number;
}

const countBy = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** Compares what the screens said with what the database holds. `checkIns`: the check-ins of each person, one word each. */
export function recount(
  attempts: readonly Attempt[],
  taken: readonly TakenRow[],
  checkIns: readonly string[],
): Recount {
  const said = attempts.filter(({ isSaid }) => isSaid);
  const rowsOf = countBy(taken.flatMap(({ code }) => (code === null ? [] : [code])));
  const madeBy = countBy(attempts.map(({ code }) => code));
  const inBy = countBy(checkIns);
  /** Rows that name nobody stand for one who showed the same kind of thing, and no more than that. */
  const unnamed = countBy(taken.flatMap(({ code, means }) => (code === null ? [means ?? 'nothing'] : [])));
  let lost = 0;
  for (const [code, count] of countBy(said.map(({ code }) => code))) {
    const countedWithoutRow = rowsOf.get(code) === undefined && inBy.get(code) !== undefined;
    const missing = Math.max(0, count - (rowsOf.get(code) ?? 0));
    // A check-in that no entry explains is an error of its own, and no reason to call the entry kept.
    if (countedWithoutRow) lost += missing;
    else
      for (let i = 0; i < missing; i += 1) {
        const means = said.find((attempt) => attempt.code === code)?.means ?? 'nothing';
        const left = unnamed.get(means) ?? 0;
        if (left > 0) unnamed.set(means, left - 1);
        else lost += 1;
      }
  }
  const tooManyRows = [...rowsOf].reduce(
    (sum, [code, rows]) => sum + Math.max(0, rows - (madeBy.get(code) ?? 0)),
    0,
  );
  const tooManyUnnamed = Math.max(0, taken.length - attempts.length);
  const twiceIn = [...inBy].reduce((sum, [, count]) => sum + count - 1, 0);
  const countedRows = taken.filter(({ doubt }) => doubt === null);
  const missingIn = countedRows.filter(({ code }) => code !== null && !inBy.has(code)).length;
  const listed = taken.filter(({ doubt }) => doubt !== null);
  return {
    lost: lost + missingIn,
    doubled: tooManyRows + tooManyUnnamed + twiceIn,
    counted: countedRows.length,
    listed_for_the_office: listed.length,
    listed_by_reason: Object.fromEntries(countBy(listed.map(({ doubt }) => doubt ?? ''))),
    kept_although_nothing_was_said: Math.max(0, taken.length - said.length),
  };
}
