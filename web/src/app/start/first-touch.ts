const TOUCHES = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'input', 'click'];

/** The browser sends a pointer event, too, when the page changes under a pointer that nobody moves. */
const isUnmoved = (event: Event): boolean =>
  event.type === 'pointermove' &&
  'movementX' in event &&
  'movementY' in event &&
  event.movementX === 0 &&
  event.movementY === 0;

/** Calls back with the first sign that somebody uses the page. Returns a way out. */
export function onFirstTouch(callback: () => void): () => void {
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, touched, { capture: true });
  };
  const touched = (event: Event) => {
    if (isUnmoved(event)) return;
    stop();
    callback();
  };
  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
  return stop;
}
