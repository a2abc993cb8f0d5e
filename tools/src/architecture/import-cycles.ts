import type { SourceFile } from './source-files.ts';

/**
 * Finds groups of files that import each other in a circle, type-only imports included (Tarjan's strongly connected
 * components).
 */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map(({ file }) => file));
  const targets = new Map(
    files.map(({ file, imports }) => [
      file,
      imports.flatMap(({ target }) => (target && target !== file && known.has(target) ? [target] : [])),
    ]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string): void => {
    const place = order.size;
    order.set(file, place);
    lowest.set(file, place);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(file) !== place) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const { file } of files) if (!order.has(file)) visit(file);
  return cycles;
}
