const TOUCHES = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'input', 'click'];

/** Calls back with the first sign that somebody uses the page. Returns a way out. */
export function onFirstTouch(callback: () => void): () => void {
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true });
  };
  const touched = () => {
    stop();
    callback();
  };
  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
  return stop;
}
