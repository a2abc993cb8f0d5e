import { describe, expect, it, vi } from 'vitest';
import { openStorage, showStartProblem } from './start-problem.ts';

describe('a start that fails', () => {
  it('shows a readable page with a button to reload', () => {
    const root = document.createElement('div');
    const reload = vi.fn();
    showStartProblem(root, localStorage, reload);
    expect(root.querySelector('h1')?.textContent).toBe('Rollcall could not be started');
    root.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('goes on without the storage that the browser blocks', () => {
    const blocked = Object.defineProperty({}, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    }) as Window;
    const storage = openStorage(blocked);
    storage.setItem('token', 't');
    expect(storage.getItem('token')).toBe('t');
    expect(blocked.localStorage).toBe(storage);
  });

  it('keeps the storage of the browser where it works', () => {
    expect(openStorage(window)).toBe(localStorage);
  });
});
