import * as React from 'react';

/** React's own counter of the stacks that it recorded lately. */
interface Internals {
  recentlyCreatedOwnerStacks: number;
}

/**
 * Keeps React's development version from recording a stack for every element that is created, a tenth of the time of
 * the page tests. It stops by itself at ten thousand a second, so the counter says that there were as many. Where a
 * later React has no such counter, nothing changes.
 */
export function keepNoOwnerStacks(): void {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const internals = (React as unknown as Record<string, Internals | undefined>)[name];
  if (internals && 'recentlyCreatedOwnerStacks' in internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      get: () => Number.POSITIVE_INFINITY,
      set: () => undefined,
      configurable: true,
    });
}
