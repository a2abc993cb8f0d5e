import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { createScriptedEngine } from './scripted-engine.ts';

/** A scripted engine whose next analysis waits until the test lets it go. */
export function createHeldEngine(): FaceEngine & {
  /** The next analysis stops; `reached` resolves when it has begun. */
  hold(): { readonly reached: Promise<void>; release(): void };
} {
  const engine = createScriptedEngine();
  let gate: { begun: () => void; released: Promise<void> } | null = null;
  return {
    ...engine,
    async analyse(image, options) {
      const held = gate;
      gate = null;
      held?.begun();
      await held?.released;
      return engine.analyse(image, options);
    },
    hold() {
      let begun = () => {};
      let release = () => {};
      const reached = new Promise<void>((done) => {
        begun = done;
      });
      const released = new Promise<void>((done) => {
        release = done;
      });
      gate = { begun, released };
      return { reached, release: () => release() };
    },
  };
}
