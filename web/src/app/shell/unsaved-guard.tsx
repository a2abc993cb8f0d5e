import { useBlocker, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import { UnsavedContext, type UnsavedWork } from '../../lib/unsaved.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry that Back takes away first in a tab that was just opened. */
    isWindow?: boolean;
  }
}

const loadQuestion = async () => ({ default: (await import('./unsaved-question.tsx')).UnsavedQuestion });
const UnsavedQuestion = lazy(loadQuestion);

/** Parameters of an address that open another part of a page; the others filter and sort what stays. */
const PARTS = ['tab', 'view', 'action', 'what', 'class', 'part'] as const;

interface Place {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

const isOtherPart = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || PARTS.some((name) => from.search[name] !== to.search[name]);

/**
 * Asks before unsaved work is left by a link, Back or closing the tab. Back closes an open window instead of leaving
 * the page.
 */
export function UnsavedGuard() {
  const work = useContext(UnsavedContext);
  return work ? <Guard work={work} /> : null;
}

function Guard({ work }: { work: UnsavedWork }) {
  const isAsked = useSyncExternalStore(work.subscribe, work.isAsked, work.isAsked);
  const isWindowOpen = () => work.topWindow() !== null;
  const hasWindow = useSyncExternalStore(work.subscribe, isWindowOpen, isWindowOpen);
  const hasWork = useSyncExternalStore(work.subscribe, work.hasAny, work.hasAny);
  useEntryBehind(hasWindow);
  useBlocker({
    shouldBlockFn: useCallback(
      async ({ current, next, action }: { current: Place; next: Place; action: string }) => {
        const close = work.topWindow();
        if (action === 'BACK' && close) {
          close();
          return true;
        }
        return isOtherPart(current, next) && !(await work.mayLeave());
      },
      [work],
    ),
    enableBeforeUnload: work.hasAny,
    // A registered blocker delays every navigation a little.
    disabled: !hasWindow && !hasWork,
  });
  useEffect(() => {
    // Before it is needed: the connection may be lost by then.
    if (hasWork) void loadQuestion().catch(() => undefined);
  }, [hasWork]);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedQuestion work={work} />
    </Suspense>
  );
}

/** In a tab that was just opened, Back would leave the app: nothing behind the page could be blocked. */
function useEntryBehind(hasWindow: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!hasWindow || router.history.canGoBack()) return;
    void router.navigate({
      // The page's own address: `to: '.'` is where a link leads that is being asked about.
      href: router.history.location.href,
      state: { isWindow: true },
      resetScroll: false,
      ignoreBlocker: true,
    });
  }, [hasWindow, router]);
}
