import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Api } from '../../lib/api/api.ts';
import { useLater } from '../../lib/later.ts';
import type { Rights } from '../../lib/session/permissions.ts';

/** The navigation of the daily work is loaded for whoever has duties; the routes behind the sign-in do so at once. */
export const loadSideNav = async () => ({ default: (await import('./side-nav.tsx')).SideNav });
const LoadedSideNav = lazy(loadSideNav);

/** Asks for the first steps before the navigation is drawn, so that it does not jump when they are known. */
export async function loadFirstSteps(api: Api, queryClient: QueryClient): Promise<void> {
  const { firstStepsQuery } = await import('../../features/settings/first-steps/first-steps.queries.ts');
  await queryClient.prefetchQuery({ ...firstStepsQuery(api), staleTime: Number.POSITIVE_INFINITY });
}

export function SideNav({ rights }: { rights: Rights }) {
  return (
    // Keeps the column of the grid.
    <Suspense fallback={<div />}>
      <LoadedSideNav rights={rights} />
    </Suspense>
  );
}

const LoadedNoticeBars = lazy(async () => ({
  default: (await import('../live/notice-bars.tsx')).NoticeBars,
}));

/** Loaded while the connection is there: they say when it is lost. */
export function NoticeBars() {
  const isLater = useLater();
  return isLater ? (
    <Suspense fallback={null}>
      <LoadedNoticeBars />
    </Suspense>
  ) : null;
}
