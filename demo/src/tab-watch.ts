const lockOf = (tab: string): string => `rollcall-demo-tab-${tab}`;

/** Held as long as the tab lives: whoever is given it afterwards knows that the tab is gone. */
export function holdTab(tab: string): void {
  void navigator.locks.request(lockOf(tab), () => new Promise<never>(() => {}));
}

/** Waits in line for what the tab holds. */
export function onTabGone(tab: string, then: () => void): void {
  void navigator.locks.request(lockOf(tab), async () => then());
}

/** A tab that closes says nothing; its open streams would be fed for ever. */
export function createTabWatch(own: string, abort: (id: string) => void) {
  const calls = new Map<string, Set<string>>();

  const watch = (tab: string): Set<string> => {
    const open = new Set<string>();
    calls.set(tab, open);
    if (tab !== own) {
      onTabGone(tab, () => {
        for (const id of open) abort(id);
        calls.delete(tab);
      });
    }
    return open;
  };

  return {
    began: (tab: string, id: string): void => void (calls.get(tab) ?? watch(tab)).add(id),
    ended: (tab: string, id: string): void => void calls.get(tab)?.delete(id),
  };
}
