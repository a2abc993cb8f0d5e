import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { saveResult } from '../shared/results.ts';
import { measureReload } from './reload.ts';
import { measureSearch, readBandwidth } from './search.ts';
import { galleryTable } from './tables.ts';

/**
 * `npm run bench:gallery [-- --sizes 1000,10000,100000,1000000] [--people 33334,100000] [--photos 3]`: searching among so many
 * faces, against the time in which this machine can read their memory; and reading everybody again while people are looked for.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    people: { type: 'string', default: '33334,100000' },
    photos: { type: 'string', default: '3' },
  },
});
const load = loadavg().map((each) => Number(each.toFixed(2)));
const bandwidth = readBandwidth();
const searches = [];
for (const size of values.sizes.split(',').map(Number)) {
  const measured = await measureSearch(size);
  const limit = Number(((size * 128 * 4) / 1e6 / bandwidth).toFixed(2));
  const { exact_search, search_with_first_pass } = measured;
  searches.push({
    ...measured,
    read_at_full_bandwidth_ms: limit,
    times_as_fast_with_first_pass: Number((exact_search.p50_ms / search_with_first_pass.p50_ms).toFixed(1)),
  });
  console.log(JSON.stringify(searches.at(-1)));
}
const reloads = [];
for (const people of values.people.split(',').map(Number)) {
  reloads.push(await measureReload(people, Number(values.photos)));
  console.log(JSON.stringify(reloads.at(-1)));
}
const result = {
  what: 'Templates of 128 numbers in one thread; the reload through PostgreSQL, decryption and the gallery’s own thread',
  load_before: load,
  read_gb_a_second: bandwidth,
  searches,
  reloads,
  holds: {
    answers_are_exact: searches.every(({ different_answers }) => different_answers === 0),
    nobody_missing: reloads.every((each) => each.not_found_meanwhile + each.refused_meanwhile === 0),
  },
};
console.log(`${galleryTable(result).join('\n')}\n`);
await saveResult('gallery', result);
process.exit(0);
