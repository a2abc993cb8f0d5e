import type { SealedEvidence } from '@rollcall/core/attendance/kiosk/queue/evidence.rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, answer } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { OWN_KIOSK } from '../../lib/api/query-keys.ts';
import type { KioskAnswer, KioskParts, OwnKiosk } from './kiosk.queries.ts';

/** Written down, to be judged by the server when it is back; or there was no room for it. */
export type Shown = KioskAnswer | 'recorded' | 'full';

const ask = (client: Api, evidence: SealedEvidence): Promise<KioskAnswer> => {
  switch (evidence.means) {
    case 'face':
      return answer(client.kiosk.identify.$post({ json: { images: [...evidence.images] } }));
    case 'pin':
      return answer(client.kiosk.pin.$post({ json: { user_id: evidence.user_id, pin: evidence.pin } }));
    case 'card':
      return answer(client.kiosk.card.$post({ json: { scanned: evidence.scanned } }));
  }
};

/** Whether another server, or this one later, judges it. */
const isForLater = ({ isWithoutServer, code }: ApiError): boolean =>
  isWithoutServer || code === 'key_not_here';

/**
 * Shows the server what somebody showed the kiosk. Where nobody answers it is written down, so that nobody has to wait
 * for the network: the same screen, and the same speed.
 */
export function useEvidence(kiosk: OwnKiosk, { client, queue }: KioskParts) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (evidence: SealedEvidence): Promise<Shown> => {
      const { sealing, isOffline } = kiosk;
      try {
        if (!isOffline || !sealing) return await ask(client, evidence);
      } catch (error) {
        if (!(error instanceof ApiError) || !isForLater(error) || !sealing) throw error;
        void queryClient.invalidateQueries({ queryKey: OWN_KIOSK });
      }
      return sealing && (await queue.add(evidence, sealing)) ? 'recorded' : 'full';
    },
    // Pictures and PINs are forgotten as soon as the next ones are sent: a queue must not fill the memory of a tablet.
    gcTime: 0,
    meta: { quiet: true },
  });
}
