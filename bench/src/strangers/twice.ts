import { cosine } from '@rollcall/core/faces/matching/match.rules';
import type { Subject } from './enrolled.ts';

/**
 * Sets that name nobody have people twice, and people of other sets: who scores at or above `from` with somebody before is
 * left out, because a stranger who is named as themselves is no error. People with names are never left out.
 */
export function withoutTwice(
  named: readonly Subject[],
  anonymous: readonly Subject[],
  from: number,
): Subject[] {
  const kept = [...named];
  for (const subject of anonymous)
    if (!kept.some(({ template }) => cosine(template, subject.template) >= from)) kept.push(subject);
  return kept.slice(named.length);
}
