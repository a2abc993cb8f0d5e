import type { About } from '../rush/start-bench.ts';
import type { Soak } from './measure-soak.ts';

/** bench/results/soak.json, whose table docs/SCALE.md shows. */
export type Published = Soak & About;

const number = (value: number): string => value.toLocaleString('en-US');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The rows of the table "Measured: hours of it". */
export function soakTable(soak: Published): string[] {
  const { trends } = soak.server;
  const grown = ({ second_quarter, last_quarter, growth }: typeof trends.memory_mb, unit = '') =>
    `${number(second_quarter)}${unit} to ${number(last_quarter)}${unit} (${percent(growth)})`;
  const quarters = (pick: (quarter: Soak['quarters'][number]) => { p50: number; p95: number }) =>
    soak.quarters.map((quarter) => `${seconds(pick(quarter).p50)}, ${seconds(pick(quarter).p95)}`).join('; ');
  const { compared_with_the_rows: compared, refusals } = soak;
  const rows: readonly (readonly [string, string])[] = [
    [
      'measured, load average of the machine before',
      `${soak.measured_at.slice(0, 10)}, ${soak.load_average_before[0] ?? ''}`,
    ],
    ['database, hours', `${soak.database}, ${soak.hours}`],
    ['people, visits', `${number(soak.people)}, ${number(soak.people_who_came)}`],
    [
      'kiosk, first answer in each quarter: median, 95 of 100',
      quarters((each) => each.kiosk_first_answer_ms),
    ],
    ['own device, first answer in each quarter', quarters((each) => each.own_first_answer_ms)],
    ['pages of the office in each quarter', quarters((each) => each.office_ms)],
    ['memory of the server, second to last quarter', grown(trends.memory_mb, ' MB')],
    ['heap', grown(trends.heap_mb, ' MB')],
    ['what the process waits for: sockets, timers', grown(trends.resources)],
    ['open files', grown(trends.open_files)],
    ['dashboards open, streams lost', `${soak.dashboards.opened}, ${soak.dashboards.lost}`],
    [
      'answers 503 or 429; people sent away, served afterwards',
      `${number(refusals.answers)}; ${number(refusals.people)}, ${number(refusals.came_back_and_were_served)}`,
    ],
    [
      'acknowledged marks; lost, doubled',
      `${number(compared.acknowledged)}; ${compared.lost}, ${compared.doubled}`,
    ],
  ];
  return rows.map(([what, figure]) => `| ${what} | ${figure} |`);
}
