import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const chunkOf = (bundle: Bundle, file: string): Chunk | null => {
  const found = bundle[file];
  return found?.type === 'chunk' ? found : null;
};

/** The chunk that a source file, loaded by a dynamic import, is the entry of. */
export function dynamicChunk(bundle: Bundle, source: string): Chunk {
  const chunks = Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk');
  const found =
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(source)) ??
    chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(source)));
  if (!found) throw new Error(`No chunk holds ${source}.`);
  return found;
}

/** A chunk and everything that it imports statically, what is imported first. */
export function withImports(bundle: Bundle, chunk: Chunk, seen = new Set<string>()): Chunk[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imported = chunk.imports.flatMap((file) => {
    const next = chunkOf(bundle, file);
    return next ? withImports(bundle, next, seen) : [];
  });
  return [...imported, chunk];
}

/** Style sheets of chunks, in order. */
export const styleSheetsOf = (chunks: readonly Chunk[]): string[] => [
  ...new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
];
