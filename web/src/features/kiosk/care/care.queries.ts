import { useMutation } from '@tanstack/react-query';
import { type Api, answer } from '../../../lib/api/api.ts';

export type HealthInput = Parameters<Api['kiosk']['health']['$post']>[0]['json'];

/** Sends a report; answers the server's version. */
export const useSendHealth = (client: Api) =>
  useMutation({
    mutationFn: (json: HealthInput) => answer(client.kiosk.health.$post({ json })),
    // Thousands of reports a day: none of them is kept.
    gcTime: 0,
    meta: { quiet: true },
  });
