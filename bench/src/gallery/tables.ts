import type { measureReload } from './reload.ts';
import type { measureSearch } from './search.ts';

/** The parts of bench/results/gallery.json that docs/SCALE.md shows. */
export interface MeasuredGallery {
  readonly searches: readonly (Awaited<ReturnType<typeof measureSearch>> & {
    readonly read_at_full_bandwidth_ms: number;
    readonly times_as_fast_with_first_pass: number;
  })[];
  readonly reload: Awaited<ReturnType<typeof measureReload>>;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** The rows of the table "Searching among many faces". */
export const galleryTable = ({ searches }: MeasuredGallery): string[] =>
  searches.map((each) => {
    const cells = [
      count(each.people),
      `${each.search_with_first_pass.p50_ms} ms, ${each.search_with_first_pass.p95_ms} ms`,
      `${each.exact_search.p50_ms} ms, ${each.exact_search.p95_ms} ms`,
      `${each.read_at_full_bandwidth_ms} ms`,
      `${count(each.memory_mb)} MB`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
