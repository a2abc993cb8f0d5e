import type { PromiseGroup, ProvenPromise } from './promise.types.ts';
import type { ResultReader } from './result-reader.ts';

const HEAD = `# What is proven, and by what

Every line is a promise of Rollcall, the command that measures it, and the figure of the last run that was kept under
[bench/results](../bench/results). This page is written by \`npm run docs:proof\` from those files; a test holds it to them. Figures belong to
the machine they were measured on: the machines of this table have two cores and are shared with others. \`npm run bench:quick\` measures small
versions of some in about five minutes, with \`-- --photos DIR\` in nine, and names the commands of the others.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function goalOf({ goal }: ProvenPromise, of: ResultReader): string {
  if (!goal) return '';
  return goal.isMet(of) ? `${goal.text}: reached` : `${goal.text}: **missed**. ${goal.why}`;
}

function row(promise: ProvenPromise, of: ResultReader): string {
  const { measuredOn, machine } = promise.part === undefined ? of : of.part(promise.part);
  const cells = [
    promise.promise,
    promise.figure(of),
    goalOf(promise, of),
    `\`npm run ${promise.command}\``,
    measuredOn,
    machine,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** The page as Markdown. `open` reads a result by its name. */
export function proofPage(groups: readonly PromiseGroup[], open: (result: string) => ResultReader): string {
  const tables = groups.map(({ title, promises }) =>
    [
      `## ${title}`,
      '',
      '| promise | figure | goal | command | measured on | machine |',
      '|---|---|---|---|---|---|',
      ...promises.map((promise) => row(promise, open(promise.result))),
    ].join('\n'),
  );
  return `${[HEAD, ...tables].join('\n')}\n`.replaceAll('|\n## ', '|\n\n## ');
}
