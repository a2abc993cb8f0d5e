import type { FaceTemplate } from '@rollcall/core/faces/face.types';
import {
  type GalleryMatch,
  NEIGHBOURS,
  type Neighbours,
  type Surveyed,
} from '@rollcall/core/faces/gallery.ports';
import { createTemplateMatrix, type TemplateMatrix } from './template-matrix.ts';

/** The best-scoring people, each once with their best score; short, so a sorted array is fastest. */
interface TopList {
  /** Scores at or below this are not added. */
  lowest(): number;
  offer(personId: string, score: number): void;
  list(): GalleryMatch[];
}

function createTopList(limit: number): TopList {
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

/** All templates of one model. */
interface ModelIndex {
  readonly matrix: TemplateMatrix;
  /** The person whose template each row is. */
  readonly owners: string[];
  readonly rowsOf: Map<string, number[]>;
}

const DEFAULT_LIMIT = 5;

type Probe = Pick<FaceTemplate, 'modelId' | 'embedding'>;

export interface SearchOptions {
  readonly among?: Iterable<string>;
  readonly limit?: number;
}

/** The index behind core's FaceGallery port, whose methods are described there. */
export interface GalleryIndex {
  /** Replaces this person's templates. */
  set(personId: string, templates: readonly FaceTemplate[]): void;
  remove(personId: string): void;
  clear(): void;
  search(probe: Probe, options?: SearchOptions): GalleryMatch[];
  neighbours(probe: Probe): Neighbours;
  members(modelId: string): string[];
  survey(modelId: string, people: readonly string[]): Surveyed[];
  scoreOf(personId: string, probe: Probe): number | null;
  outdated(modelId: string): string[];
  count(): { readonly people: number; readonly templates: number };
}

/**
 * The in-memory index of face templates: exact search over all rows of the probe's model. `roughFrom` rows are gone through
 * with a first pass; it changes no answer.
 */
export function createGallery({ roughFrom }: { readonly roughFrom?: number } = {}): GalleryIndex {
  const indexes = new Map<string, ModelIndex>();

  function indexFor({ modelId, embedding }: FaceTemplate): ModelIndex {
    const present = indexes.get(modelId);
    if (present !== undefined) return present;
    const created = {
      matrix: createTemplateMatrix(embedding.length, true, roughFrom),
      owners: [],
      rowsOf: new Map(),
    };
    indexes.set(modelId, created);
    return created;
  }

  function removeRows(index: ModelIndex, personId: string): void {
    // In descending order, because the matrix fills a gap with its last row, which must not be one still to remove.
    for (const row of (index.rowsOf.get(personId) ?? []).toSorted((a, b) => b - a)) {
      const moved = index.matrix.remove(row);
      const owner = index.owners.pop() ?? personId;
      if (moved === row) continue;
      index.owners[row] = owner;
      const rows = index.rowsOf.get(owner) ?? [];
      rows[rows.indexOf(moved)] = row;
    }
    index.rowsOf.delete(personId);
  }

  const remove = (personId: string) => {
    for (const index of indexes.values()) removeRows(index, personId);
  };

  function bestOwners(index: ModelIndex, scores: ArrayLike<number>, limit: number): TopList {
    const top = createTopList(limit);
    for (let row = 0; row < scores.length; row++) {
      const score = scores[row] ?? Number.NEGATIVE_INFINITY;
      if (score > top.lowest()) top.offer(index.owners[row] ?? '', score);
    }
    return top;
  }

  const bestOf = (index: ModelIndex, rows: readonly number[], query: Float32Array): number =>
    Math.max(...rows.map((row) => index.matrix.scoreRow(query, row)));

  function searchAll(index: ModelIndex, query: Float32Array, limit: number): GalleryMatch[] {
    const rough = index.matrix.scoreRoughly(query);
    if (!rough) return bestOwners(index, index.matrix.scoreAll(query), limit).list();
    // Whoever is among the best by the true score is, by the rough one, at most two slacks below the last of the best.
    const least = bestOwners(index, rough.scores, limit).lowest() - 2 * rough.slack;
    const top = createTopList(limit);
    const candidates: number[] = [];
    for (let row = 0; row < rough.scores.length; row++)
      if ((rough.scores[row] ?? 0) >= least) candidates.push(row);
    for (const row of candidates) top.offer(index.owners[row] ?? '', index.matrix.scoreRow(query, row));
    return top.list();
  }

  function searchAmong(
    index: ModelIndex,
    query: Float32Array,
    among: Iterable<string>,
    limit: number,
  ): GalleryMatch[] {
    const top = createTopList(limit);
    for (const personId of new Set(among)) {
      const rows = index.rowsOf.get(personId);
      if (rows !== undefined) top.offer(personId, bestOf(index, rows, query));
    }
    return top.list();
  }

  return {
    set: (personId, templates) => {
      remove(personId);
      for (const template of templates) {
        const index = indexFor(template);
        const row = index.matrix.add(template.embedding);
        index.owners[row] = personId;
        index.rowsOf.set(personId, [...(index.rowsOf.get(personId) ?? []), row]);
      }
    },
    remove,
    clear: () => {
      indexes.clear();
    },
    search: ({ modelId, embedding }, { among, limit = DEFAULT_LIMIT } = {}) => {
      const index = indexes.get(modelId);
      if (index === undefined) return [];
      return among === undefined
        ? searchAll(index, embedding, limit)
        : searchAmong(index, embedding, among, limit);
    },
    neighbours: ({ modelId, embedding }) => {
      const index = indexes.get(modelId);
      if (index === undefined) return { nearest: [], people: 0 };
      return { nearest: searchAll(index, embedding, NEIGHBOURS), people: index.rowsOf.size };
    },
    members: (modelId) => [...(indexes.get(modelId)?.rowsOf.keys() ?? [])],
    survey: (modelId, people) => {
      const index = indexes.get(modelId);
      return people.flatMap((personId) => {
        const [row] = index?.rowsOf.get(personId) ?? [];
        if (index === undefined || row === undefined) return [];
        const nearest = searchAll(index, index.matrix.at(row), NEIGHBOURS).filter(
          (match) => match.personId !== personId,
        );
        return [{ personId, neighbours: { nearest, people: index.rowsOf.size - 1 } }];
      });
    },
    scoreOf: (personId, { modelId, embedding }) => {
      const index = indexes.get(modelId);
      const rows = index?.rowsOf.get(personId);
      return index === undefined || rows === undefined ? null : bestOf(index, rows, embedding);
    },
    outdated: (modelId) => {
      const current = indexes.get(modelId)?.rowsOf;
      const all = new Set([...indexes.values()].flatMap((index) => [...index.rowsOf.keys()]));
      return [...all].filter((personId) => current?.has(personId) !== true);
    },
    count: () => ({
      people: new Set([...indexes.values()].flatMap((index) => [...index.rowsOf.keys()])).size,
      templates: [...indexes.values()].reduce((sum, index) => sum + index.matrix.rows, 0),
    }),
  };
}
