/** A browser that is never idle gets to it all the same. */
const LATEST_MS = 4000;

/** Calls back once the browser has nothing more urgent to do. Returns a way out. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks.
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(callback, 1);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(callback, { timeout: LATEST_MS });
  return () => cancelIdleCallback(idle);
}
