import { type CallCounter, memoryCounter, type NewCallCounter } from '@rollcall/api/http/call-counter';
import type { Channel } from './channel.ts';
import type { ParentAnswers } from './messages.ts';

/** A parent that takes longer has other troubles; the call is counted here then. */
const LIMIT_MS = 2000;

/** Counts the calls of all processes, in the memory of the parent. */
export function createSharedCounters(): Pick<ParentAnswers, 'addCall' | 'getCalls'> {
  const counters = new Map<string, CallCounter>();
  const counterOf: NewCallCounter = (name, rule) => {
    const known = counters.get(name) ?? memoryCounter(name, rule);
    counters.set(name, known);
    return known;
  };
  return {
    addCall: ({ counter, rule, key }) => counterOf(counter, rule).add(key),
    getCalls: ({ counter, rule, key }) => counterOf(counter, rule).get(key),
  };
}

/** Counters of a process that count in the parent, and in this process alone while the parent does not answer. */
export const countInParent =
  (parent: Channel<ParentAnswers>): NewCallCounter =>
  (counter, rule) => {
    const alone = memoryCounter(counter, rule);
    return {
      add: (key) => parent.ask('addCall', { counter, rule, key }, LIMIT_MS).catch(() => alone.add(key)),
      get: (key) => parent.ask('getCalls', { counter, rule, key }, LIMIT_MS).catch(() => alone.get(key)),
    };
  };
