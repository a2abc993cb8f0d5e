import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

/** Chunks by the files whose static imports they hold. Earlier ones come first: the later ones hold the rest. */
const CHUNKS: readonly { readonly name: string; readonly sources: readonly string[] }[] = [
  { name: 'app', sources: ['/src/app/start/start.tsx'] },
  { name: 'home', sources: ['/src/pages/home/home.page.tsx'] },
  { name: 'login', sources: ['/src/pages/login/login.page.tsx'] },
  // What the app loads once it is idle.
  {
    name: 'later',
    sources: [
      '/src/app/shell/toast-host.tsx',
      '/src/app/live/notice-bars.tsx',
      '/src/app/start/follow-versions.ts',
    ],
  },
  { name: 'faq', sources: ['/src/pages/faq/faq.page.tsx'] },
  {
    name: 'menus',
    sources: ['preferences', 'pages', 'person', 'more'].map((menu) => `/src/app/shell/${menu}-menu.tsx`),
  },
];
/** The first script of every document. What it imports must not be in a chunk that is loaded later. */
const FIRST = '/src/main.tsx';

/** Files that only pass on what hundreds of others export. */
const isBarrel = (id: string) =>
  /@mantine[\\/](core|hooks|notifications)[\\/]esm[\\/]index\.mjs$|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs$/.test(
    id,
  );

/** The files behind names that a barrel passes on; `import { a as b } from './x'` and `export { a as b } from './x'`. */
function behindBarrel(barrel: string, names: ReadonlySet<string>): string[] {
  const code = readFileSync(barrel, 'utf8');
  return [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(
    ([, list = '', file = '']) =>
      namesIn(list, 1).some((name) => names.has(name)) ? [join(dirname(barrel), file)] : [],
  );
}

/** Names in a list such as `a, b as c`: before (0) or after (1) `as`. */
const namesIn = (list: string, side: 0 | 1): string[] =>
  list.split(',').map((each) => {
    const parts = each
      .replace(/\btype\s/, '')
      .trim()
      .split(/\s+as\s+/);
    return parts[side] ?? parts[0] ?? '';
  });

/** What a module imports by name from packages whose entry is a barrel. */
function namesFromBarrels(code: string): Set<string> {
  const lists = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']@(?:mantine|tabler)[^"']*["']/g);
  return new Set([...lists].flatMap(([, list = '']) => namesIn(list, 0)));
}

/** Everything that a module imports statically, itself included; of a barrel only what is asked for by name. */
function importsOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  const info = context.getModuleInfo(id);
  for (const next of info?.importedIds ?? []) {
    const files = isBarrel(next) ? behindBarrel(next, namesFromBarrels(info?.code ?? '')) : [next];
    for (const file of files) importsOf(file, context, found);
  }
  return found;
}

/** Names the chunk of a module that belongs to the start of the app or to a page before the sign-in. */
function createNaming(root: string) {
  const known = new Map<string, ReadonlySet<string>>();
  const holds = (source: string, id: string, context: Context): boolean => {
    const ids = known.get(source) ?? importsOf(`${root}${source}`, context);
    known.set(source, ids);
    return ids.has(id);
  };
  return {
    first: (id: string, context: Context) =>
      id.includes('vite/preload-helper') || holds(FIRST, id, context) ? 'first' : null,
    later: (id: string, context: Context) =>
      CHUNKS.find(({ sources }) => sources.some((source) => holds(source, id, context)))?.name ?? null,
  };
}

const textsOf = (id: string): string | null => {
  const [, language, file] =
    /\/locales\/(en|de|ar)\/(common|errors|visitors\/home|visitors\/auth)\.ts$/.exec(id) ?? [];
  if (!language) return null;
  return file === 'common' || file === 'visitors/home' ? `texts-${language}` : `texts-sign-in-${language}`;
};

/** What several pages need and no other group holds: one chunk of packages, one of our own files. */
const SHARED: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'parts', test: /node_modules/, minShareCount: 2, priority: 12 },
  {
    name: 'shared',
    test: (id) => /\/(web|core)\/src\//.test(id) && !id.includes('/locales/'),
    minShareCount: 2,
    priority: 10,
  },
];

/**
 * Few files instead of one per shared module: each file costs a slow connection a round trip. The start of the app is
 * two chunks, so that the browser does not run them in one go; what pages share is merged where it is small.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const naming = createNaming(root);
  return [
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 40 },
    { name: naming.first, debugName: 'first', priority: 50 },
    { name: naming.later, debugName: 'start and visitors', priority: 30 },
    { name: textsOf, debugName: 'texts', priority: 20 },
    ...SHARED,
  ];
}
