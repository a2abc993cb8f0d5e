import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onLeavingKiosk } from '../../../lib/kiosk/leaving.ts';
import { createUpdates, UpdatesContext } from '../../../lib/updates.ts';
import { createKioskFigures } from './kiosk-figures.ts';
import { useQuietReload } from './use-quiet-reload.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

/** A kiosk that hears the server once a minute and looks at pictures all the time. */
function open(serverVersion = '0.0.0') {
  const reload = vi.fn();
  const takeOver = vi.fn();
  const updates = createUpdates(reload);
  const look = vi.fn();
  updates.lookWith(look);
  const figures = createKioskFigures(() => performance.now());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <UpdatesContext value={updates}>{children}</UpdatesContext>
  );
  const needs = {
    figures,
    isWatching: true,
    isLooking: true,
    isBlind: false,
    isStorageLost: false,
    serverNow: () => new Date(),
  };
  const hook = renderHook((given: typeof needs) => useQuietReload(given), { wrapper, initialProps: needs });
  let somebody = false;
  const guide = setInterval(
    () => figures.saw(somebody ? { hint: 'steady', face: null } : { hint: 'no_face', face: null }),
    1000,
  );
  const server = setInterval(() => hook.result.current.heard(serverVersion), 60_000);
  hook.result.current.heard(serverVersion);
  return {
    updates,
    reload,
    takeOver,
    look,
    figures,
    show: (change: Partial<typeof needs>) => hook.rerender({ ...needs, ...change }),
    stand: (isThere: boolean) => {
      somebody = isThere;
    },
    close: () => {
      clearInterval(guide);
      clearInterval(server);
      hook.unmount();
    },
  };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a kiosk with a new version', () => {
  it('takes it when nobody has been there for half a minute', async () => {
    const { updates, takeOver, stand, close } = open();
    stand(true);
    await pass(10_000);
    updates.offer(takeOver);
    await pass(120_000);
    expect(takeOver).not.toHaveBeenCalled();
    stand(false);
    await pass(25_000);
    expect(takeOver).not.toHaveBeenCalled();
    await pass(15_000);
    expect(takeOver).toHaveBeenCalledOnce();
    close();
  });

  it('waits for whoever types or reads an answer, and for whoever touched it', async () => {
    const { updates, takeOver, show, figures, close } = open();
    show({ isWatching: false });
    updates.offer(takeOver);
    await pass(600_000);
    expect(takeOver).not.toHaveBeenCalled();
    figures.touched();
    show({ isWatching: true });
    await pass(20_000);
    expect(takeOver).not.toHaveBeenCalled();
    await pass(20_000);
    expect(takeOver).toHaveBeenCalledOnce();
    close();
  });

  it('does not take it again and again when nothing comes of it', async () => {
    const { updates, takeOver, close } = open();
    updates.offer(takeOver);
    await pass(50 * 60_000);
    expect(takeOver).toHaveBeenCalledOnce();
    await pass(20 * 60_000);
    expect(takeOver).toHaveBeenCalledTimes(2);
    close();
  });

  it('of the server looks for it, and loads the page once where nothing installs it', async () => {
    const { look, reload, close } = open('9.9.9');
    expect(look).toHaveBeenCalledOnce();
    await pass(4 * 60_000);
    expect(reload).not.toHaveBeenCalled();
    await pass(2 * 60_000);
    expect(reload).toHaveBeenCalledOnce();
    await pass(24 * 3_600_000);
    expect(reload).toHaveBeenCalledOnce();
    close();
  });

  it('asks nobody whether the page may be left: it says so before', async () => {
    const { updates, close } = open();
    const order: string[] = [];
    const end = onLeavingKiosk(() => order.push('said'));
    updates.offer(() => order.push('taken over'));
    await pass(40_000);
    expect(order).toEqual(['said', 'taken over']);
    close();
    localStorage.clear();
    const other = open('9.9.9');
    other.reload.mockImplementation(() => order.push('loaded'));
    await pass(7 * 60_000);
    expect(order).toEqual(['said', 'taken over', 'said', 'loaded']);
    end();
    other.close();
  });

  it('and one that lost its storage starts again, although the server cannot be asked', async () => {
    const { reload, show, close } = open();
    await pass(600_000);
    show({ isStorageLost: true });
    await pass(10_000);
    expect(reload).toHaveBeenCalledOnce();
    close();
  });

  it('and one whose guide failed starts again', async () => {
    const { reload, show, close } = open();
    await pass(600_000);
    expect(reload).not.toHaveBeenCalled();
    show({ isBlind: true });
    await pass(10_000);
    expect(reload).toHaveBeenCalledOnce();
    close();
  });
});
