import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNear } from './near.ts';
import { BEFORE_PRINTING } from './printing.ts';

/** jsdom lays nothing out; the test says what came into sight. */
let observers: { readonly see: () => void; readonly isOn: () => boolean }[] = [];
class TestObserver {
  #isOn = true;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    tell([{ isIntersecting: false }]);
    observers.push({ see: () => tell([{ isIntersecting: true }]), isOn: () => this.#isOn });
  }
  observe(): void {}
  disconnect(): void {
    this.#isOn = false;
  }
}
beforeEach(() => {
  observers = [];
  vi.stubGlobal('IntersectionObserver', TestObserver);
});
afterEach(() => void vi.unstubAllGlobals());

function Part() {
  const { ref, isNear } = useNear<HTMLDivElement>();
  return <div ref={ref}>{isNear ? 'near' : 'far'}</div>;
}

it('is near once it comes into sight, and stays so', () => {
  render(<Part />);
  expect(screen.getByText('far')).toBeTruthy();
  act(() => observers[0]?.see());
  expect(screen.getByText('near')).toBeTruthy();
  expect(observers.map(({ isOn }) => isOn())).toEqual([false]);
});

it.each([
  [
    'somebody holds the key that printing begins with',
    () => new KeyboardEvent('keydown', { key: 'Control' }),
  ],
  ['the browser is about to print', () => new Event('beforeprint')],
  ['the page is about to be printed', () => new Event(BEFORE_PRINTING)],
])('is near when %s', (_when, event) => {
  render(<Part />);
  act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'a' })));
  expect(screen.getByText('far')).toBeTruthy();
  act(() => void dispatchEvent(event()));
  expect(screen.getByText('near')).toBeTruthy();
});

it('watches nothing once it is gone', () => {
  render(<Part />).unmount();
  expect(observers.map(({ isOn }) => isOn())).toEqual([false]);
});
