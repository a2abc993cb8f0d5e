import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

/** The walls of the house (docs/ARCHITECTURE.md), checked over every import there is. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKSPACES = ['core', 'db', 'face', 'api', 'server', 'demo', 'web'] as const;
type Workspace = (typeof WORKSPACES)[number];

const MAY_IMPORT: Record<Workspace, readonly Workspace[]> = {
  core: [],
  db: ['core'],
  face: ['core'],
  api: ['core'],
  server: ['core', 'db', 'face', 'api'],
  demo: ['core', 'db', 'face', 'api'],
  web: ['core', 'api'],
};
/** Tests may stand on the real thing. */
const TESTS_MAY_IMPORT: Partial<Record<Workspace, readonly Workspace[]>> = {
  api: ['db', 'face'],
  web: ['db'],
};
const WEB_LAYERS = ['lib', 'components', 'features', 'pages', 'app'];

interface Import {
  readonly file: string;
  readonly workspace: Workspace;
  readonly specifier: string;
  readonly isTest: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
}

let files: { file: string; workspace: Workspace; text: string; isTest: boolean }[];
let imports: Import[];

beforeAll(async () => {
  files = (
    await Promise.all(
      WORKSPACES.map(async (workspace) =>
        Promise.all(
          (
            await sources(join(ROOT, workspace, 'src'))
          ).map(async (path) => ({
            file: relative(ROOT, path),
            workspace,
            text: await readFile(path, 'utf8'),
            isTest: /\.test\.tsx?$|\/testing\//.test(path),
          })),
        ),
      ),
    )
  ).flat();
  imports = files.flatMap(({ file, workspace, text, isTest }) =>
    [...text.matchAll(IMPORT)].map((match) => ({
      file,
      workspace,
      isTest,
      specifier: match[1] ?? match[2] ?? match[3] ?? '',
    })),
  );
});

const workspaceOf = (specifier: string): Workspace | undefined =>
  WORKSPACES.find((name) => specifier.startsWith(`@rollcall/${name}/`));

describe('the architecture', () => {
  it('sees the imports it judges', () => {
    expect(imports.length).toBeGreaterThan(500);
    expect(imports.some(({ specifier }) => specifier === '@rollcall/core/errors')).toBe(true);
  });

  it('lets each workspace import only what its place allows', () => {
    const wrong = imports.filter(({ workspace, specifier, isTest, file }) => {
      const target = workspaceOf(specifier);
      if (!target || target === workspace) return false;
      // The one seam where the web app chooses between a server and the demo in the tab.
      if (workspace === 'web' && target === 'demo') return file !== 'web/src/app/api.ts';
      // Live guidance looks at the picture in a worker of its own; nothing else of the page does (decision 0012).
      if (workspace === 'web' && target === 'face') return file !== 'web/src/lib/camera/guidance.worker.ts';
      const allowed = [...MAY_IMPORT[workspace], ...(isTest ? (TESTS_MAY_IMPORT[workspace] ?? []) : [])];
      return !allowed.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it('crosses a workspace only by its name, never by a path', () => {
    const wrong = imports.filter(({ file, workspace, specifier }) => {
      if (!specifier.startsWith('.')) return false;
      const target = relative(ROOT, resolve(ROOT, dirname(file), specifier));
      return (
        target.split('/')[0] !== workspace &&
        !target.endsWith('package.json') &&
        !target.startsWith('bench/results')
      );
    });
    expect(wrong).toEqual([]);
  });

  it('keeps core free of every package and of Node', () => {
    const wrong = imports.filter(
      ({ workspace, specifier, isTest }) => workspace === 'core' && !isTest && !specifier.startsWith('.'),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps Node out of the API and out of the web app', () => {
    const wrong = imports.filter(
      ({ workspace, specifier, isTest }) =>
        (workspace === 'api' || workspace === 'web') && !isTest && specifier.startsWith('node:'),
    );
    expect(wrong).toEqual([]);
  });

  it('lets the layers of the web app look down only, and no feature at another', () => {
    const layerOf = (path: string) => WEB_LAYERS.indexOf(path.split('/')[2] ?? '');
    const wrong = imports.filter(({ file, workspace, specifier, isTest }) => {
      if (workspace !== 'web' || !specifier.startsWith('.') || isTest) return false;
      const target = relative(ROOT, resolve(ROOT, dirname(file), specifier));
      const [from, to] = [layerOf(file), layerOf(target)];
      if (from < 0 || to < 0) return false;
      if (from === to && WEB_LAYERS[from] === 'features') return file.split('/')[3] !== target.split('/')[3];
      return to > from;
    });
    expect(wrong).toEqual([]);
  });

  it('has one clock: nothing else asks what time it is', () => {
    const wrong = files.filter(
      ({ file, text, isTest, workspace }) =>
        !isTest &&
        workspace !== 'web' &&
        !file.endsWith('clock.ts') &&
        /new Date\(\)|Date\.now\(\)/.test(text),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const wrong = files.filter(
      ({ file, text, isTest }) =>
        !isTest && !/(env|\.cli)\.ts$/.test(file) && /process\.env(?!\.npm_)/.test(text),
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('builds SQL from parameters: raw text only from our own migrations', () => {
    const wrong = files.filter(
      ({ file, text, isTest }) => !isTest && /sql\.raw\(/.test(text) && file !== 'db/src/migrate.ts',
    );
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('has no file above 250 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 251).map(({ file }) => file);
    expect(long).toEqual([]);
  });

  it('has no index file', () => {
    expect(files.filter(({ file }) => /\/index\.tsx?$/.test(file)).map(({ file }) => file)).toEqual([]);
  });
});
