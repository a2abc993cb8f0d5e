/**
 * Collects what was opened and closes it in reverse order, when the server stops or when its start fails half-way. A part
 * that fails to close does not keep the others open.
 */
export function createOpenedParts() {
  const closers: (() => unknown)[] = [];
  return {
    /** Remembers how to close something. */
    onClose(close: () => unknown): void {
      closers.push(close);
    },

    /** Remembers a part that closes itself, and returns it. */
    add<T extends { close(): unknown }>(part: T): T {
      closers.push(() => part.close());
      return part;
    },

    async close(): Promise<void> {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
