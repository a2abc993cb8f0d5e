import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { leadsAway, onLeavingKiosk } from '../../../lib/kiosk/leaving.ts';

/** A new version that was asked for and does not come: after this the page is held again. */
const LEAVING_MS = 30_000;

/**
 * Keeps people on the page as far as a page can: Back and links lead nowhere, closing asks, keys that lead away do
 * nothing. The rest is the device's job (docs/KIOSK.md).
 */
export function useStaying(isOn: boolean): void {
  const isLeaving = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onLeavingKiosk(() => {
      isLeaving.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLeaving.current = false;
      }, LEAVING_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
  useBlocker({
    shouldBlockFn: () => !isLeaving.current,
    enableBeforeUnload: () => !isLeaving.current,
    disabled: !isOn,
  });
  const router = useRouter();
  useEffect(() => {
    // Back takes this entry away, which the page learns of; what lies before it is another document.
    if (isOn && !router.history.canGoBack())
      void router.navigate({
        href: router.history.location.href,
        state: { isWindow: true },
        resetScroll: false,
        ignoreBlocker: true,
      });
  }, [isOn, router]);
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (leadsAway(event)) event.preventDefault();
    };
    const onMenu = (event: Event) => event.preventDefault();
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('contextmenu', onMenu);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('contextmenu', onMenu);
    };
  }, [isOn]);
}
