import type { measureQueue } from './door-queue.ts';
import type { measureOffline } from './offline-entries.ts';
import type { measureProcess } from './process-memory.ts';

/** The parts of bench/results/kiosk.json that docs/KIOSK.md shows. */
export interface Published {
  readonly door: Awaited<ReturnType<typeof measureQueue>>;
  readonly offline: Awaited<ReturnType<typeof measureOffline>>;
  readonly process: Awaited<ReturnType<typeof measureProcess>>;
}

const number = (value: number): string => value.toLocaleString('en-US');
const seconds = ({ p50, p95 }: { readonly p50: number; readonly p95: number }): string =>
  `${(p50 / 1000).toFixed(2)} s, ${(p95 / 1000).toFixed(2)} s`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The reasons of a kind of people, the most frequent first. */
const reasons = (byReason: Readonly<Record<string, number>>): string =>
  Object.entries(byReason)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ') || 'none';

/** The rows of the table "Measured". */
export function kioskTable({ door, offline, process }: Published): string[] {
  const { enrolled_seen_in_another_photo: other, enrolled_seen_in_a_changed_copy: copy, strangers } = door;
  const { memory } = door;
  const known = (group: typeof other) =>
    `${number(group.named_right)} of ${number(group.people)} named, ${group.wrong_names} wrong names; not named: ${reasons(group.not_named_by_reason)}`;
  const grown = ({ second_quarter, last_quarter, growth }: typeof memory.heap_mb, unit = '') =>
    `${number(second_quarter)}${unit} to ${number(last_quarter)}${unit} (${percent(growth)})`;
  const rows: readonly (readonly [string, string])[] = [
    ['load average of the machine before the first person', String(door.load_before[0] ?? '')],
    [
      'people who came, in minutes',
      `${number(door.people_who_came)} in ${door.minutes}${door.came_a_second_time ? `; ${door.came_a_second_time} of them a second time` : ''}`,
    ],
    ['people a minute, with all who were refused', String(door.people_per_minute)],
    ['from satisfied guide to answer, median and 95 of 100', seconds(door.ms_from_satisfied_guide_to_answer)],
    ['from still face to answer', seconds(door.ms_from_still_face_to_answer)],
    ['from the first picture of a person to the answer', seconds(door.ms_from_first_frame_to_answer)],
    ['enrolled, seen in another photo', known(other)],
    ['enrolled, seen in a changed copy of the only photo', known(copy)],
    [
      'strangers',
      `${strangers.wrong_names} of ${number(strangers.people)} named; ${reasons(strangers.not_named_by_reason)}`,
    ],
    [
      'second looks, and named by them',
      `${other.second_looks + copy.second_looks + strangers.second_looks}, ${other.named_at_the_second_look + copy.named_at_the_second_look}`,
    ],
    ['memory of the page: heap', grown(memory.heap_mb, ' MB')],
    ['memory of the page: nodes and listeners', `${grown(memory.nodes)}, ${grown(memory.listeners)}`],
    [
      `memory of the process of the page, over ${number(process.people_who_came)} people`,
      `${grown(process.anonymous_mb, ' MB')} of its own; ${grown(process.resident_mb, ' MB')} with files and what it shares with other processes`,
    ],
    [
      'without a network: "Recorded" on the screen',
      `${number(offline.entries_the_screen_said_recorded)} (${number(offline.by_means.pin)} PINs, ${offline.by_means.card} cards, ${offline.by_means.face} faces)`,
    ],
    ['killed meanwhile', `browser ${offline.tablet_killed} times, server ${offline.server_killed} times`],
    ['sent twice', String(offline.answers_of_the_server.taken_before ?? 0)],
    [
      'counted, listed for the office',
      `${number(offline.counted)}, ${number(offline.listed_for_the_office)}`,
    ],
    ['lost, doubled', `${offline.lost}, ${offline.doubled}`],
  ];
  return rows.map(([what, figure]) => `| ${what} | ${figure} |`);
}
