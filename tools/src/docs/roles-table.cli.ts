import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../architecture/source-files.ts';
import { withRolesTable } from './roles-table.ts';

const file = join(ROOT, 'docs/SECURITY.md');
await writeFile(file, withRolesTable(await readFile(file, 'utf8')));
