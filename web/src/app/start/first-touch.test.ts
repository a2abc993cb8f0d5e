import { expect, it, vi } from 'vitest';
import { onFirstTouch } from './first-touch.ts';

/** jsdom knows no movement. */
const pointerMove = (movementX: number, movementY: number) =>
  Object.assign(new Event('pointermove', { bubbles: true }), { movementX, movementY });

it('calls back once when somebody uses the page, not when the browser says that the page moved under the pointer', () => {
  const started = vi.fn();
  const stop = onFirstTouch(started);
  document.body.dispatchEvent(pointerMove(0, 0));
  expect(started).not.toHaveBeenCalled();
  document.body.dispatchEvent(pointerMove(0, 3));
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(started).toHaveBeenCalledTimes(1);
  stop();
});

it('calls back for a key, and not at all once it is stopped', () => {
  const started = vi.fn();
  onFirstTouch(started);
  const never = vi.fn();
  onFirstTouch(never)();
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect([started.mock.calls.length, never.mock.calls.length]).toEqual([1, 0]);
});
