/** A write that a client made: of which person and day, and whether it was told that it is saved. */
export interface Write {
  readonly key: string;
  readonly acknowledged: boolean;
  /** How often it was sent. */
  readonly sent: number;
}

export interface Recount {
  readonly acknowledged: number;
  /** Acknowledged, and not there. */
  readonly lost: string[];
  /** There more than once although it was sent once. */
  readonly doubled: string[];
  /** Sent again after an answer that was no answer, although the first was saved; it says the same once more. */
  readonly saved_again: number;
  /** There although nobody was told so, and nobody asked again. */
  readonly saved_unknown: number;
}

/** Compares what clients were told with the rows that are there, by key. */
export function recount(writes: readonly Write[], rows: ReadonlyMap<string, number>): Recount {
  const there = (key: string) => rows.get(key) ?? 0;
  return {
    acknowledged: writes.filter(({ acknowledged }) => acknowledged).length,
    lost: writes.filter(({ key, acknowledged }) => acknowledged && there(key) === 0).map(({ key }) => key),
    doubled: writes
      .filter(({ key, sent }) => there(key) > sent || (sent === 1 && there(key) > 1))
      .map(({ key }) => key),
    saved_again: writes.filter(({ key, sent }) => sent > 1 && there(key) > 1 && there(key) <= sent).length,
    saved_unknown: writes.filter(({ key, acknowledged }) => !acknowledged && there(key) > 0).length,
  };
}
