import type { GalleryMatch } from '@rollcall/core/faces/face.ports';

/** The best few people, each once, with their best score. Short, so a plain sorted list is fastest. */
export interface TopList {
  /** A score must beat this to enter. */
  lowest(): number;
  offer(personId: string, score: number): void;
  list(): GalleryMatch[];
}

export function createTopList(limit: number): TopList {
  const entries: GalleryMatch[] = [];
  const lowest = () =>
    entries.length < limit
      ? Number.NEGATIVE_INFINITY
      : (entries[entries.length - 1]?.score ?? Number.POSITIVE_INFINITY);
  return {
    lowest,
    offer: (personId, score) => {
      if (!(score > lowest())) return;
      const known = entries.findIndex((entry) => entry.personId === personId);
      if (known >= 0) {
        if ((entries[known]?.score ?? 0) >= score) return;
        entries.splice(known, 1);
      }
      const at = entries.findIndex((entry) => entry.score < score);
      entries.splice(at < 0 ? entries.length : at, 0, { personId, score });
      if (entries.length > limit) entries.pop();
    },
    list: () => [...entries],
  };
}
