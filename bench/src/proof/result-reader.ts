/** Reads figures out of a saved result. A figure that is not there fails, so that no page shows an invented one. */
export interface ResultReader {
  number(path: string): number;
  text(path: string): string;
  flag(path: string): boolean;
  list(path: string): readonly ResultReader[];
  /** The names of what an object holds. */
  keys(path: string): readonly string[];
  /** A part of the result, which may have a day and a machine of its own. */
  part(path: string): ResultReader;
  /** Date and machine as the page shows them; a dash where the program did not write them down. */
  readonly measuredOn: string;
  readonly machine: string;
}

/** Steps of a path: keys, places in a list from 0, and `[key=value]` for the first entry of a list that has it. */
const STEP = /\[([^=\]]+)=([^\]]+)\]|([^.[\]]+)/g;

function follow(root: unknown, path: string): unknown {
  let found = root;
  for (const [, key, wanted, name] of path.matchAll(STEP)) {
    if (key !== undefined && Array.isArray(found))
      found = found.find((entry: Record<string, unknown>) => String(entry[key]) === wanted);
    else if (name !== undefined && typeof found === 'object' && found !== null)
      found = (found as Record<string, unknown>)[name]; // an object or a list; what is not in it is undefined
    else found = undefined;
  }
  return found;
}

/** The result has no such figure: another size was measured, or a part was not. */
export class MissingFigure extends Error {}

const missing = (name: string, path: string) => new MissingFigure(`${name} has no figure at ${path}.`);

function machineOf(found: unknown): string {
  if (typeof found === 'string') return found;
  if (typeof found !== 'object' || found === null) return '–';
  const { cpu, cores } = found as { cpu?: unknown; cores?: unknown }; // written by saveResult
  return `${String(cpu ?? '–')}, ${String(cores ?? '–')} cores`;
}

export function readResult(name: string, root: unknown): ResultReader {
  const measuredAt = follow(root, 'measured_at');
  return {
    number: (path) => {
      const found = follow(root, path);
      if (typeof found !== 'number') throw missing(name, path);
      return found;
    },
    text: (path) => {
      const found = follow(root, path);
      if (typeof found !== 'string') throw missing(name, path);
      return found;
    },
    flag: (path) => {
      const found = follow(root, path);
      if (typeof found !== 'boolean') throw missing(name, path);
      return found;
    },
    list: (path) => {
      const found = follow(root, path);
      if (!Array.isArray(found)) throw missing(name, path);
      return found.map((entry: unknown, at) => readResult(`${name}.${path}.${at}`, entry));
    },
    keys: (path) => {
      const found = follow(root, path);
      if (typeof found !== 'object' || found === null) throw missing(name, path);
      return Object.keys(found);
    },
    part: (path) => readResult(`${name}.${path}`, follow(root, path)),
    measuredOn: typeof measuredAt === 'string' ? measuredAt.slice(0, 10) : '–',
    machine: machineOf(follow(root, 'machine')),
  };
}
