import type { FaceGallery, GalleryMatch } from '@rollcall/core/faces/face.ports';
import type { FaceTemplate } from '@rollcall/core/faces/face.types';
import { createTemplateMatrix, type TemplateMatrix } from './template-matrix.ts';
import { createTopList } from './top-list.ts';

interface ModelShelf {
  readonly matrix: TemplateMatrix;
  /** Whose template each row is. */
  readonly owners: string[];
  readonly rowsOf: Map<string, number[]>;
}

const DEFAULT_LIMIT = 5;

export function createGallery(): FaceGallery {
  const shelves = new Map<string, ModelShelf>();

  function shelfFor({ modelId, embedding }: FaceTemplate): ModelShelf {
    const present = shelves.get(modelId);
    if (present !== undefined) return present;
    const created = { matrix: createTemplateMatrix(embedding.length), owners: [], rowsOf: new Map() };
    shelves.set(modelId, created);
    return created;
  }

  function takeOff(shelf: ModelShelf, personId: string): void {
    // From the highest row down, so that the row that fills the gap is never one still to be removed.
    for (const row of (shelf.rowsOf.get(personId) ?? []).toSorted((a, b) => b - a)) {
      const moved = shelf.matrix.remove(row);
      const owner = shelf.owners.pop() ?? personId;
      if (moved === row) continue;
      shelf.owners[row] = owner;
      const rows = shelf.rowsOf.get(owner) ?? [];
      rows[rows.indexOf(moved)] = row;
    }
    shelf.rowsOf.delete(personId);
  }

  const remove = (personId: string) => {
    for (const shelf of shelves.values()) takeOff(shelf, personId);
  };

  const bestOf = (shelf: ModelShelf, rows: readonly number[], query: Float32Array): number =>
    Math.max(...rows.map((row) => shelf.matrix.scoreRow(query, row)));

  function searchAll(shelf: ModelShelf, query: Float32Array, limit: number): GalleryMatch[] {
    const scores = shelf.matrix.scoreAll(query);
    const top = createTopList(limit);
    for (let row = 0; row < scores.length; row++) {
      const score = scores[row] ?? -1;
      if (score > top.lowest()) top.offer(shelf.owners[row] ?? '', score);
    }
    return top.list();
  }

  function searchAmong(
    shelf: ModelShelf,
    query: Float32Array,
    among: Iterable<string>,
    limit: number,
  ): GalleryMatch[] {
    const top = createTopList(limit);
    for (const personId of new Set(among)) {
      const rows = shelf.rowsOf.get(personId);
      if (rows !== undefined) top.offer(personId, bestOf(shelf, rows, query));
    }
    return top.list();
  }

  return {
    set: (personId, templates) => {
      remove(personId);
      for (const template of templates) {
        const shelf = shelfFor(template);
        const row = shelf.matrix.add(template.embedding);
        shelf.owners[row] = personId;
        shelf.rowsOf.set(personId, [...(shelf.rowsOf.get(personId) ?? []), row]);
      }
    },
    remove,
    clear: () => {
      shelves.clear();
    },
    search: ({ modelId, embedding }, { among, limit = DEFAULT_LIMIT } = {}) => {
      const shelf = shelves.get(modelId);
      if (shelf === undefined) return [];
      return among === undefined
        ? searchAll(shelf, embedding, limit)
        : searchAmong(shelf, embedding, among, limit);
    },
    scoreOf: (personId, { modelId, embedding }) => {
      const shelf = shelves.get(modelId);
      const rows = shelf?.rowsOf.get(personId);
      return shelf === undefined || rows === undefined ? null : bestOf(shelf, rows, embedding);
    },
    outdated: (modelId) => {
      const current = shelves.get(modelId)?.rowsOf;
      const everybody = new Set([...shelves.values()].flatMap((shelf) => [...shelf.rowsOf.keys()]));
      return [...everybody].filter((personId) => current?.has(personId) !== true);
    },
    count: () => ({
      people: new Set([...shelves.values()].flatMap((shelf) => [...shelf.rowsOf.keys()])).size,
      templates: [...shelves.values()].reduce((sum, shelf) => sum + shelf.matrix.rows, 0),
    }),
  };
}
