import { beforeAll, describe, expect, it } from 'vitest';
import { coreViolations } from './core-layers.ts';
import { importCycles } from './import-cycles.ts';
import {
  entriesPerFolder,
  PRODUCT,
  readSources,
  type SourceFile,
  WORKSPACES,
  type Workspace,
} from './source-files.ts';

const MAY_IMPORT: Record<(typeof PRODUCT)[number], readonly Workspace[]> = {
  core: [],
  db: ['core'],
  face: ['core'],
  api: ['core'],
  server: ['core', 'db', 'face', 'api'],
  demo: ['core', 'db', 'face', 'api'],
  web: ['core', 'api'],
};
const TESTS_MAY_IMPORT: Partial<Record<Workspace, readonly Workspace[]>> = {
  api: ['db', 'face'],
  web: ['db'],
};
/** The only files of the web app that import these workspaces. */
const WEB_EXCEPTIONS: Partial<Record<Workspace, string>> = {
  demo: 'web/src/app/api.ts',
  // Live guidance analyses the camera picture in a worker of its own (decision 12).
  face: 'web/src/lib/camera/guidance.worker.ts',
};
/** Pure packages, without Node or the DOM (decisions 22, 39, 40 and 71). */
const CORE_PACKAGES = [
  'fflate',
  'ical.js',
  'read-excel-file/universal',
  'moment-timezone/data/packed/latest.json',
  'otpauth',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
];
const WEB_LAYERS = ['lib', 'components', 'features', 'pages', 'app'];
const FOLDER_ENTRIES_MAX = 24;
const LINES_WARNING = 350;

let files: SourceFile[];
let product: SourceFile[];

/** The imports of product files for which `isWrong` holds, as `importer -> specifier`. */
const wrongImports = (
  isWrong: (file: SourceFile, specifier: string, target: string | null) => boolean,
): string[] =>
  product.flatMap((file) =>
    file.imports.flatMap(({ specifier, target }) =>
      isWrong(file, specifier, target) ? [`${file.file} -> ${specifier}`] : [],
    ),
  );

const filesWith = (isWrong: (file: SourceFile) => boolean): string[] =>
  product.filter((file) => !file.isTest && isWrong(file)).map(({ file }) => file);

const workspaceOf = (specifier: string): Workspace | undefined =>
  WORKSPACES.find((name) => specifier.startsWith(`@rollcall/${name}/`));

beforeAll(async () => {
  files = await readSources();
  const names: readonly string[] = PRODUCT;
  product = files.filter(({ workspace }) => names.includes(workspace));
});

describe('the architecture', () => {
  it('is checked over all imports', () => {
    const imports = product.flatMap((file) => file.imports);
    expect(imports.length).toBeGreaterThan(500);
    expect(imports.some(({ target }) => target === 'core/src/kernel/errors.ts')).toBe(true);
  });

  it('lets each workspace import only the workspaces below it', () => {
    const wrong = wrongImports(({ file, workspace, isTest }, specifier) => {
      const target = workspaceOf(specifier);
      if (!target || target === workspace) return false;
      if (workspace === 'web' && WEB_EXCEPTIONS[target]) return file !== WEB_EXCEPTIONS[target];
      // `product` holds no other workspaces than the keys of this table.
      const allowed = MAY_IMPORT[workspace as (typeof PRODUCT)[number]];
      return !allowed.includes(target) && !(isTest && TESTS_MAY_IMPORT[workspace]?.includes(target));
    });
    expect(wrong).toEqual([]);
  });

  it('crosses workspaces by package name, never by a relative path', () => {
    const wrong = wrongImports(
      ({ workspace }, specifier, target) =>
        specifier.startsWith('.') &&
        target?.split('/')[0] !== workspace &&
        !specifier.endsWith('package.json') &&
        !target?.startsWith('bench/results'),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps npm packages and Node out of core, but for a few pure ones', () => {
    const wrong = wrongImports(
      ({ workspace, isTest }, specifier) =>
        workspace === 'core' && !isTest && !specifier.startsWith('.') && !CORE_PACKAGES.includes(specifier),
    );
    expect(wrong).toEqual([]);
  });

  it('lets a feature of core import the kernel and what other features publish, and nothing upward', () => {
    expect(coreViolations(files)).toEqual([]);
  });

  it('has no cycle between files, type-only imports included', () => {
    expect(importCycles(files)).toEqual([]);
  });

  it('keeps Node out of the API and out of the web app', () => {
    const wrong = wrongImports(
      ({ workspace, isTest }, specifier) =>
        (workspace === 'api' || workspace === 'web') && !isTest && specifier.startsWith('node:'),
    );
    expect(wrong).toEqual([]);
  });

  it('lets the layers of the web app import downward only, and no feature another feature', () => {
    const layerOf = (path: string) => WEB_LAYERS.indexOf(path.split('/')[2] ?? '');
    const wrong = wrongImports(({ file, workspace, isTest }, specifier, target) => {
      if (workspace !== 'web' || !target || !specifier.startsWith('.') || isTest) return false;
      const [from, to] = [layerOf(file), layerOf(target)];
      if (from < 0 || to < 0) return false;
      if (from === to && WEB_LAYERS[from] === 'features') return file.split('/')[3] !== target.split('/')[3];
      return to > from;
    });
    expect(wrong).toEqual([]);
  });

  it('reads the time of the machine in clock.ts only', () => {
    const wrong = filesWith(
      ({ file, text, workspace }) =>
        workspace !== 'web' && !file.endsWith('clock.ts') && /new Date\(\)|Date\.now\(\)/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('reads environment variables in env.ts and in command-line entry points only', () => {
    const wrong = filesWith(
      // A switch that is set for a library is not read.
      ({ file, text }) => !/(env|\.cli)\.ts$/.test(file) && /process\.env(?!\.npm_|\.\w+ = )/.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it('builds SQL from parameters; raw text comes from our own migrations only', () => {
    const wrong = filesWith(
      ({ file, text }) => /sql\.raw\(/.test(text) && file !== 'db/src/migrations/migrate.ts',
    );
    expect(wrong).toEqual([]);
  });

  it(`has no folder with more than ${FOLDER_ENTRIES_MAX} entries`, async () => {
    const full = [...(await entriesPerFolder())].filter(([, entries]) => entries > FOLDER_ENTRIES_MAX);
    expect(full).toEqual([]);
  });

  it('has no index file', () => {
    expect(filesWith(({ file }) => /\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it(`warns of files above ${LINES_WARNING} lines`, () => {
    const long = filesWith(({ text }) => text.split('\n').length > LINES_WARNING + 1);
    if (long.length > 0) process.stderr.write(`Above ${LINES_WARNING} lines: ${long.join(', ')}\n`);
  });
});
