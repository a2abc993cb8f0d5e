import { describe, expect, it } from 'vitest';
import { createZone } from '../kernel/zones/zone-data.ts';
import { downloadName, FILE_NAME_PATTERN } from './operations.rules.ts';
import type { OperationKind } from './operations.types.ts';

describe('the name under which a file is downloaded', () => {
  const random = '9f963cf5'.repeat(4);
  const names: [OperationKind, string, string][] = [
    ['backup', `backup-${random}.rollcall`, 'Hill School backup 2026-11-17 0516.rollcall'],
    [
      'backup',
      `backup-before-restore-${random}.rollcall`,
      'Hill School backup before restore 2026-11-17 0516.rollcall',
    ],
    [
      'backup',
      'backup-before-upgrade-30.rollcall',
      'Hill School backup before upgrade 2026-11-17 0516.rollcall',
    ],
    ['export_json', `export-json-${random}.json`, 'Hill School export 2026-11-17 0516.json'],
    ['export_csv', `export-csv-2026-11-13-${random}.csv`, 'Hill School attendance 2026-11-13.csv'],
    ['export_csv', `export-csv-${random}.csv`, 'Hill School attendance all days 2026-11-17 0516.csv'],
    ['import', `import-${random}.json`, 'Hill School import report 2026-11-17 0516.json'],
    ['retention', `retention-${random}.rollcall`, 'Hill School deleted records 2026-11-17 0516.rollcall'],
  ];

  it.each(names)('of a file of the kind %s', (kind, file, name) => {
    expect(FILE_NAME_PATTERN.test(file)).toBe(true);
    // Half past eleven at night in London is the next day in Kathmandu.
    const createdAt = new Date('2026-11-16T23:31:00Z');
    expect(downloadName({ kind, file, createdAt }, 'Hill School', createZone('Asia/Kathmandu'))).toBe(name);
  });
});
