import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, answer, useApi } from '../../lib/api/api.ts';
import { STALE_AFTER } from '../../lib/api/query-keys.ts';
import { RECOGNITION_MS } from './mark.reducer.ts';

/** Asks the server before a scan whether it is possible: engine running, consent given. */
export function useFaceScanCheck() {
  const api = useApi();
  return useMutation({
    mutationFn: () => answer(api.user['start-face-scan'].$post()),
    meta: { quiet: true },
  });
}

/** The server did not answer within RECOGNITION_MS. */
export class RecognitionTimeout extends Error {
  constructor() {
    super('The recognition took too long.');
    this.name = 'RecognitionTimeout';
  }
}

export interface Proof {
  readonly image: string;
  readonly scan_id?: string;
  readonly frames?: string[];
}

export function useMarkByFace() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (json: Proof) => {
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), RECOGNITION_MS);
      try {
        return await answer(
          api.user['mark-attendance-with-image'].$post({ json }, { init: { signal: waiting.signal } }),
        );
      } catch (error) {
        throw waiting.signal.aborted ? new RecognitionTimeout() : error;
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
