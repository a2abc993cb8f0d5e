/** Undoes what a bench started, the last first, however it ends. */
export function createEnding() {
  const undo: { readonly what: string; readonly work: () => unknown }[] = [];
  const pids = new Set<() => number | undefined>();
  let ended: Promise<void> | undefined;

  const endAll = async (): Promise<void> => {
    for (const { what, work } of undo.reverse()) {
      try {
        await work();
      } catch (error) {
        console.error(`${what} could not be ended:`, error);
      }
    }
  };
  const end = (): Promise<void> => {
    ended ??= endAll();
    return ended;
  };
  /** What is left when this process ends at once: no server may go on without it. */
  const killLeft = () => {
    for (const pidOf of pids) {
      const pid = pidOf();
      if (pid === undefined) continue;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  };
  const onSignal = () => {
    console.error('Interrupted: ending what was started.');
    void end().then(() => process.exit(130));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('exit', killLeft);

  return {
    /** Called with the others at the end. */
    add(what: string, work: () => unknown): void {
      undo.push({ what, work });
    },
    /** The process that has this number then is killed if it is still there when this process exits. */
    addProcess(pidOf: () => number | undefined): void {
      pids.add(pidOf);
    },
    end,
  };
}

export type Ending = ReturnType<typeof createEnding>;
