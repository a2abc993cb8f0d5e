import type { Recount } from './recount.ts';
import type { describeAnswers } from './writes.ts';

/** What became of one fault. */
export interface Scenario extends ReturnType<typeof describeAnswers>, Omit<Recount, 'lost' | 'doubled'> {
  readonly name: string;
  readonly seconds_of_the_fault: number;
  readonly seconds_until_a_success_after_it: number;
  readonly lost: number;
  readonly doubled: number;
}

/** The rows of the table "The database away and back" in docs/SCALE.md. */
export const failoverTable = (scenarios: readonly Scenario[]): string[] =>
  scenarios.map((each) => {
    const refused = Object.entries(each.answers)
      .filter(([status]) => status !== '200')
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    const cells = [
      each.name,
      `${each.seconds_of_the_fault} s`,
      `${each.seconds_until_a_success_after_it} s`,
      `${each.longest_without_a_success_s} s`,
      refused || 'none',
      `${each.acknowledged.toLocaleString('en-US')}, ${each.lost}, ${each.doubled}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
