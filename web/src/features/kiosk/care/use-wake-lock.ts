import { useEffect, useState } from 'react';

/** After a refusal, which browsers give while the battery is low. */
const AGAIN_MS = 30_000;

/** Keeps the screen on, and asks again whenever the browser took that back. Where browsers cannot, it does nothing. */
export function createWakeLock(page: Document, wakeLock: WakeLock | undefined) {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isHeld = (): boolean => lock !== null && !lock.released;

  const ask = async (): Promise<void> => {
    // A hidden page gets none; it asks when it is shown.
    if (!wakeLock || isOver || isAsking || isHeld() || page.hidden) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      const given = await wakeLock.request('screen');
      if (isOver) return void given.release();
      lock = given;
      given.addEventListener('release', () => void ask(), { once: true });
    } catch {
      timer = setTimeout(() => void ask(), AGAIN_MS);
    } finally {
      isAsking = false;
    }
  };
  const onVisibility = () => void ask();

  return {
    isHeld,
    start(): void {
      isOver = false;
      page.addEventListener('visibilitychange', onVisibility);
      void ask();
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
      page.removeEventListener('visibilitychange', onVisibility);
      void lock?.release().catch(() => undefined);
      lock = null;
    },
  };
}

/** Keeps the screen on while the page is open; answers whether it does. */
export function useWakeLock(): () => boolean {
  const [lock] = useState(() => createWakeLock(document, (navigator as { wakeLock?: WakeLock }).wakeLock)); // missing in older browsers
  useEffect(() => {
    lock.start();
    return lock.stop;
  }, [lock]);
  return lock.isHeld;
}
