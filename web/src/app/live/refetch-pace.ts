/** The longest time after which a page asks again; each page waits a random part of it, so that all do not ask at once. */
export const SPREAD_MS = 2_000;
/** Between two refetches of one page, however often things change. */
export const PAUSE_MS = 4_000;

/** Collects what has changed and refetches it a little later, and again at the earliest after a pause. */
export function createRefetchPace<Topic>(
  refetch: (changed: readonly Topic[]) => void,
  random: () => number = Math.random,
) {
  const changed = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPausing = false;

  const rest = () => {
    isPausing = false;
    timer = undefined;
    if (changed.size > 0) schedule();
  };
  const run = () => {
    refetch([...changed]);
    changed.clear();
    isPausing = true;
    timer = setTimeout(rest, PAUSE_MS);
  };
  const schedule = () => {
    timer ??= setTimeout(run, random() * SPREAD_MS);
  };

  return {
    add(topic: Topic) {
      changed.add(topic);
      if (!isPausing) schedule();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      changed.clear();
    },
  };
}
