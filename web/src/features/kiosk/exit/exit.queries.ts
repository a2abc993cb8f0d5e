import { isExitPin, pauseLeft } from '@rollcall/core/attendance/kiosk/exit/exit-pin.rules';
import { fromBase64Url } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, until } from '../../../lib/api/api.ts';
import { now } from '../../../lib/format/dates.ts';
import type { BehindExit } from '../../../lib/kiosk/behind-exit.ts';
import type { KioskParts, OwnKiosk } from '../kiosk.queries.ts';

type Verifier = NonNullable<OwnKiosk['exit']>;

/** How often the kiosk gets the list anew. */
const REFRESH_MS = 60_000;
const LIST = ['kiosk', 'kept-list'];

/** Keeps the list of who is present on the device, while the kiosk may. */
export function useKeepPresent({ client, clock, behindExit }: KioskParts, keepsPresent: boolean): void {
  useQuery({
    queryKey: ['kiosk', 'present'],
    enabled: keepsPresent,
    queryFn: async ({ signal, client: queries }) => {
      const list = await answer(client.kiosk.present.$get({}, until(signal)));
      await behindExit.saveList({ at: clock.serverNow(), list });
      await queries.invalidateQueries({ queryKey: LIST });
      return list.present.length;
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
}

/** The list as this device keeps it, with its ticks. Works without a network. */
export function useKeptPresent({ clock, behindExit: kept }: KioskParts) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => {
      const found = await kept.list(clock.serverNow());
      const ticks = new Set(await kept.ticks());
      // A tick meanwhile is newer than what was read.
      signal.throwIfAborted();
      return { found, ticks };
    },
    staleTime: 0,
    gcTime: 0,
  });
  const tick = useMutation({
    mutationFn: async (ids: readonly string[]) => kept.saveTicks(ids),
    // One after another: each holds all ticks, and the last one counts.
    scope: { id: 'kept-ticks' },
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey: LIST });
      queries.setQueryData<typeof query.data>(LIST, (before) => before && { ...before, ticks: new Set(ids) });
    },
    // The list shows what is kept, and says that the tick is not.
    onError: () => queries.invalidateQueries({ queryKey: LIST }),
    meta: { quiet: true },
  });
  return { query, saveTicks: tick.mutate, hasFailed: tick.isError };
}

/** How long the device waits until it takes another PIN, in milliseconds. */
export function useExitPause(kept: BehindExit) {
  return useQuery({
    queryKey: ['kiosk', 'exit-pause'],
    queryFn: async ({ signal }) => {
      const tries = await kept.tries();
      signal.throwIfAborted();
      return tries ? pauseLeft(tries, now()) : 0;
    },
    refetchInterval: ({ state }) => (state.data ? 1000 : false),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Compares a PIN with the verifier on the device. A try counts before it is judged, and through a reload. */
export function useExitPin(kept: BehindExit) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ pin, verifier }: { pin: string; verifier: Verifier }): Promise<boolean> => {
      const before = await kept.tries();
      if (before && pauseLeft(before, now()) > 0) return false;
      await kept.saveTries({ count: (before?.count ?? 0) + 1, lastAt: now() });
      const { salt, rounds, hash } = verifier;
      const isRight = await isExitPin(pin, {
        salt: fromBase64Url(salt),
        rounds,
        hash: fromBase64Url(hash),
      });
      if (isRight) await kept.saveTries(null);
      return isRight;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['kiosk', 'exit-pause'] }),
    meta: { quiet: true },
  });
}
