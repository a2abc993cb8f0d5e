import { describe, expect, it } from 'vitest';
import { coreViolations } from './core-layers.ts';
import { importCycles } from './import-cycles.ts';
import { type SourceFile, targetOf } from './source-files.ts';

const fileWith = (file: string, ...targets: string[]): SourceFile => ({
  file,
  workspace: 'core',
  text: '',
  isTest: false,
  imports: targets.map((target) => ({ specifier: target, target })),
});

describe('importCycles', () => {
  it('finds a cycle of three files once, and none in a tree', () => {
    const tree = [fileWith('a', 'b', 'c'), fileWith('b', 'c'), fileWith('c')];
    expect(importCycles(tree)).toEqual([]);
    const circle = [fileWith('a', 'b'), fileWith('b', 'c', 'd'), fileWith('c', 'a'), fileWith('d')];
    expect(importCycles(circle)).toEqual([['a', 'b', 'c']]);
  });
});

describe('coreViolations', () => {
  it('refuses the inside of another feature and imports upward, and allows types, ports, rules and the kernel', () => {
    const wrong = [
      fileWith('core/src/people/people.service.ts', 'core/src/auth/auth.service.ts'),
      fileWith('core/src/people/people.rules.ts', 'core/src/ports.ts'),
      fileWith('core/src/kernel/zones/zone.ts', 'core/src/people/people.types.ts'),
      fileWith('core/src/kernel/zones/zone.ts', 'core/src/kernel/tables/csv.reader.ts'),
    ];
    expect(coreViolations(wrong)).toHaveLength(4);
    const right = [
      fileWith(
        'core/src/people/people.service.ts',
        'core/src/auth/auth.ports.ts',
        'core/src/people/people.rules.ts',
        'core/src/kernel/zones/zone.ts',
      ),
      fileWith('core/src/kernel/tables/csv.reader.ts', 'core/src/kernel/errors.ts'),
      fileWith('core/src/services.ts', 'core/src/people/people.service.ts'),
    ];
    expect(coreViolations(right)).toEqual([]);
  });
});

describe('targetOf', () => {
  it('resolves relative paths and names of workspaces as the packages do', () => {
    expect(targetOf('core/src/a/b.ts', '../c/d.ts')).toBe('core/src/c/d.ts');
    expect(targetOf('api/src/app.ts', '@rollcall/core/kernel/errors')).toBe('core/src/kernel/errors.ts');
    expect(targetOf('api/src/app.ts', 'hono')).toBeNull();
  });
});
