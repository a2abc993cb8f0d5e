/** `npm run architecture`: prints the size of files and folders, import cycles and imports against the direction. */
import { coreViolations } from './core-layers.ts';
import { importCycles } from './import-cycles.ts';
import { entriesPerFolder, readSources } from './source-files.ts';

const files = await readSources();
// Catalogues of texts and tests grow with what they hold; the aim for file sizes is about source code.
const sources = files.filter(({ file, isTest }) => !isTest && !/\/locales\/(en|de)\//.test(file));
const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b);
const quantile = (part: number) => lines[Math.floor(part * (lines.length - 1))];
const folders = [...(await entriesPerFolder())].sort((a, b) => b[1] - a[1]);
const longest = sources.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }));

process.stdout.write(
  [
    `source files      ${sources.length} (with tests and catalogues ${files.length})`,
    `lines             median ${quantile(0.5)}, p90 ${quantile(0.9)}, most ${lines.at(-1)}`,
    `under 30 lines    ${lines.filter((count) => count < 30).length}`,
    `longest           ${longest
      .sort((a, b) => b.lines - a.lines)
      .slice(0, 3)
      .map((each) => `${each.file} ${each.lines}`)
      .join(', ')}`,
    `largest folders   ${folders
      .slice(0, 5)
      .map(([folder, entries]) => `${folder} ${entries}`)
      .join(', ')}`,
    `import cycles     ${importCycles(files).length}`,
    `core, against the direction ${coreViolations(files).length}`,
    '',
  ].join('\n'),
);
