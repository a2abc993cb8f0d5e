import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { withRolesTable } from './roles-table.ts';

it('docs/SECURITY.md shows the permission table as it is; "npm run docs:roles" writes it', async () => {
  const text = await readFile(join(ROOT, 'docs/SECURITY.md'), 'utf8');
  expect(withRolesTable(text)).toBe(text);
  expect(text).toContain('| `people.delete` | everything | everything |  |  |  |');
  expect(() => withRolesTable('no marks')).toThrow('no <!-- roles');
});
