import type { SourceFile } from './source-files.ts';

/** What a feature of core shows to other features. Services and everything else are its inside. */
const PUBLIC = /\.(types|ports|rules)\.ts$/;

/** The folders that every feature may use; each may import itself and those before it. */
const GROUND = ['kernel', 'kernel/tables'];

const placeOf = (file: string): string | null => {
  const [, , first, ...rest] = file.split('/');
  if (first === 'kernel' && rest[0] === 'tables') return 'kernel/tables';
  return rest.length > 0 ? (first ?? null) : null;
};

/** Lists the imports in core that run upward, or into the inside of another feature, as `importer -> imported`. */
export function coreViolations(files: readonly SourceFile[]): string[] {
  const isWrong = (from: string | null, target: string): boolean => {
    const to = placeOf(target);
    if (from === null || from === to) return false;
    if (to === null) return true;
    if (GROUND.includes(from)) return !GROUND.slice(0, GROUND.indexOf(from)).includes(to);
    return !GROUND.includes(to) && !PUBLIC.test(target);
  };
  return files
    .filter(({ workspace, isTest }) => workspace === 'core' && !isTest)
    .flatMap(({ file, imports }) =>
      imports.flatMap(({ target }) =>
        target?.startsWith('core/') && isWrong(placeOf(file), target) ? [`${file} -> ${target}`] : [],
      ),
    );
}
