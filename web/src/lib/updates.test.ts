import { describe, expect, it, vi } from 'vitest';
import { pwaOptions } from '../../build/pwa-options.ts';
import { createUpdates } from './updates.ts';

describe('a new version', () => {
  it('is installed without taking over', () => {
    expect(pwaOptions('production').registerType).toBe('prompt');
  });

  it('waits until somebody accepts it, then takes over and reloads the page', () => {
    const reload = vi.fn();
    const takeOver = vi.fn();
    const updates = createUpdates(reload);
    updates.offer(takeOver);
    expect(updates.isReady()).toBe(true);
    expect(takeOver).not.toHaveBeenCalled();
    updates.accept();
    expect(takeOver).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    updates.takenOver();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not reload a tab in which nobody accepted it', () => {
    const reload = vi.fn();
    const updates = createUpdates(reload);
    updates.takenOver();
    expect(reload).not.toHaveBeenCalled();
    expect(updates.isReady()).toBe(true);
    updates.accept();
    expect(reload).toHaveBeenCalledOnce();
  });
});
