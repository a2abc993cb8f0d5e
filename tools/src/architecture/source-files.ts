import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const PRODUCT = ['core', 'db', 'face', 'api', 'server', 'demo', 'web'] as const;
export const WORKSPACES = [...PRODUCT, 'e2e', 'bench', 'tools'] as const;
export type Workspace = (typeof WORKSPACES)[number];

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  readonly workspace: Workspace;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** The file of ours that the specifier names, or null for packages and for anything that is not TypeScript. */
  readonly target: string | null;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

/** Resolves a relative specifier or `@rollcall/<workspace>/<path>` as the packages' `exports` do. */
export function targetOf(file: string, specifier: string): string | null {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(dirname(file), path);
  const [, workspace, inside] = /^@rollcall\/([a-z-]+)\/(.+)$/.exec(path) ?? [];
  return workspace && inside ? `${workspace}/src/${inside}.ts` : null;
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : pathsIn(path);
    return [path];
  });
  return (await Promise.all(nested)).flat();
}

async function readSource(path: string, workspace: Workspace): Promise<SourceFile> {
  const file = relative(ROOT, path).replaceAll('\\', '/');
  const text = await readFile(path, 'utf8');
  const imports = [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    return { specifier, target: targetOf(file, specifier) };
  });
  return { file, workspace, text, isTest: /\.test\.tsx?$|\/testing\//.test(file), imports };
}

/** Reads every TypeScript file below the `src` folders. */
export async function readSources(): Promise<SourceFile[]> {
  const read = WORKSPACES.map(async (workspace) => {
    const paths = await pathsIn(join(ROOT, workspace, 'src'));
    return Promise.all(
      paths.filter((path) => /\.tsx?$/.test(path)).map((path) => readSource(path, workspace)),
    );
  });
  return (await Promise.all(read)).flat();
}

/** Counts the files and folders in each folder below the `src` folders. */
export async function entriesPerFolder(): Promise<Map<string, number>> {
  const entries = new Map<string, Set<string>>();
  for (const workspace of WORKSPACES) {
    for (const path of await pathsIn(join(ROOT, workspace, 'src'))) {
      const parts = relative(ROOT, path).split(/[\\/]/);
      for (let depth = 2; depth < parts.length; depth += 1) {
        const folder = parts.slice(0, depth).join('/');
        entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
      }
    }
  }
  return new Map([...entries].map(([folder, names]) => [folder, names.size]));
}
