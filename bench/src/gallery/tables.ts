import type { measureReload } from './reload.ts';
import type { measureSearch } from './search.ts';

/** The parts of bench/results/gallery.json that docs/SCALE.md shows. */
export interface MeasuredGallery {
  readonly searches: readonly (Awaited<ReturnType<typeof measureSearch>> & {
    readonly read_at_full_bandwidth_ms: number;
    readonly times_as_fast_with_first_pass: number;
  })[];
  readonly reloads: readonly Awaited<ReturnType<typeof measureReload>>[];
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

/** The rows of the table "Reading everybody again". */
export const reloadTable = ({ reloads }: MeasuredGallery): string[] =>
  reloads.map((each) => {
    const { p50, p99 } = each.event_loop_delay_ms;
    const cells = [
      `${count(each.people)} with ${each.photos_each} photos each`,
      count(each.templates),
      `${each.reload_while_searching_s} s`,
      `${count(each.not_found_meanwhile)} of ${count(each.searches_meanwhile)}`,
      `${p50} ms, ${p99} ms`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
