const largestPost = 256 * 1024;

/**
 * Postgres flushes its answers in pieces of 8 KB. They are gathered so that a small answer is one message
 * between the threads and a large one arrives while the rest is still being computed, never whole in memory.
 */
export function createOutbox(post: (bytes: Uint8Array<ArrayBuffer> | undefined, done: boolean) => void) {
  let pieces: Uint8Array[] = [];
  let size = 0;

  function take(): Uint8Array<ArrayBuffer> | undefined {
    if (size === 0) return undefined;
    const joined = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    pieces = [];
    size = 0;
    return joined;
  }

  return {
    add(view: Uint8Array): void {
      // The view looks into WebAssembly memory, which the next instruction may overwrite.
      pieces.push(view.slice());
      size += view.length;
      if (size >= largestPost) post(take(), false);
    },
    finish(): void {
      post(take(), true);
    },
  };
}
