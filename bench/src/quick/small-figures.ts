import type { PromiseGroup, ProvenPromise } from '../proof/promise.types.ts';
import { MissingFigure, type ResultReader } from '../proof/result-reader.ts';

interface SmallFigure {
  readonly promise: string;
  readonly figure: string;
}

const promisesOf = (groups: readonly PromiseGroup[]): readonly ProvenPromise[] =>
  groups.flatMap(({ promises }) => promises);

/** What a small run says of the promises that are proven by this result; one of another size has no figure here. */
export function smallFigures(groups: readonly PromiseGroup[], name: string, of: ResultReader): SmallFigure[] {
  return promisesOf(groups)
    .filter(({ result }) => result === name)
    .flatMap(({ promise, figure }) => {
      try {
        return [{ promise, figure: figure(of) }];
      } catch (error) {
        if (error instanceof MissingFigure) return [];
        throw error;
      }
    });
}

/** The promises that no small run said anything of, under the command that measures them. */
export function leftOut(groups: readonly PromiseGroup[], shown: ReadonlySet<string>): Map<string, string[]> {
  const byCommand = new Map<string, string[]>();
  for (const { promise, command } of promisesOf(groups))
    if (!shown.has(promise)) byCommand.set(command, [...(byCommand.get(command) ?? []), promise]);
  return byCommand;
}
