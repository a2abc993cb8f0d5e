import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../lib/api/api.ts';
import { createKioskClock } from '../../lib/kiosk/kiosk-clock.ts';
import { type KioskParts, useOwnKiosk } from './kiosk.queries.ts';

const HOUR = 3_600_000;
const EIGHT = Date.UTC(2026, 10, 16, 8);

describe('a kiosk that is loaded again when the server is back', () => {
  it('says how far the time that it had kept was off, and not how wrong the clock of the tablet is', async () => {
    // The tablet is an hour behind, and was so when the page before kept the time.
    const wall = EIGHT - HOUR;
    const clock = createKioskClock({ steady: () => 0, wall: () => wall });
    const signedAt: number[] = [];
    const client = {
      kiosk: {
        $get: async () => {
          signedAt.push(clock.serverNow().getTime());
          return Response.json({ server_time: EIGHT + 400, keeps_present: true });
        },
      },
    };
    const parts = {
      clock,
      client: client as unknown as Api, // the one call that is made
      store: { read: async () => ({ kioskId: 'k' }) },
      kept: {
        readClock: async () => ({ server: EIGHT - 60_000, wall: wall - 60_000 }),
        saveClock: async () => undefined,
        saveSettings: async () => undefined,
      },
      queue: { flush: async () => undefined },
    } as unknown as KioskParts; // the parts that are used
    const queries = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    );
    const { result, unmount } = renderHook(() => useOwnKiosk(parts), { wrapper });
    await waitFor(() => expect(result.current.data?.isOffline).toBe(false));
    unmount();
    expect(signedAt).toEqual([EIGHT]);
    expect(clock.driftMs()).toBe(-400);
  });
});
