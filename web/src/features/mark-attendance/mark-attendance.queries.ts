import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, answer, until, useApi } from '../../lib/api/api.ts';
import { useAttempt } from '../../lib/api/attempt.ts';
import { STALE_AFTER } from '../../lib/api/query-keys.ts';
import { RECOGNITION_MS } from './mark.reducer.ts';

/** Opens a scan, if one is possible: engine running, consent given, the place shown. */
export function useStartScan() {
  const api = useApi();
  return useMutation({
    mutationFn: (code: string | null) =>
      answer(api.user['start-face-scan'].$post({ json: code === null ? {} : { code } })),
    meta: { quiet: true },
  });
}

/** What is known before the camera opens. It is of this moment: nothing is kept. */
export function useMarkReadiness() {
  const api = useApi();
  return useQuery({
    queryKey: ['attendance', 'mark-readiness'],
    queryFn: ({ signal }) => answer(api.user['mark-readiness'].$get({}, until(signal))),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type MarkReadiness = NonNullable<ReturnType<typeof useMarkReadiness>['data']>;

/** The server did not answer within RECOGNITION_MS. */
export class RecognitionTimeout extends Error {
  constructor() {
    super('The recognition took too long.');
    this.name = 'RecognitionTimeout';
  }
}

/** The first picture of a scan, or those of a step. */
export interface Proof {
  readonly scan_id: string;
  readonly image?: string;
  readonly frames?: string[];
}

/** Sends a picture. Closing the window or the next picture aborts it. */
export function useMarkByFace() {
  const api = useApi();
  const begin = useAttempt();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (json: Proof) => {
      const signal = begin();
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), RECOGNITION_MS);
      try {
        return await answer(
          api.user['mark-attendance-with-image'].$post(
            { json },
            { init: { signal: AbortSignal.any([signal, limit.signal]) } },
          ),
        );
      } catch (error) {
        throw limit.signal.aborted ? new RecognitionTimeout() : error;
      } finally {
        clearTimeout(timer);
      }
    },
    onSuccess: ({ success }) => {
      if (!success) return;
      const roots = new Set<unknown>(STALE_AFTER.attendance);
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => roots.has(queryKey[0]) });
    },
    // The modal shows the error.
    meta: { quiet: true },
  });
}

export type MarkAnswer = Answer<
  Awaited<ReturnType<ReturnType<typeof useApi>['user']['mark-attendance-with-image']['$post']>>
>;
