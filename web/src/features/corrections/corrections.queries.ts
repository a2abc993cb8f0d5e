import type { CorrectionState, CorrectionWanted } from '@rollcall/core/attendance/attendance.types';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import { toast } from '../../lib/toast.tsx';

const KEY = ['attendance', 'corrections'];

export interface CorrectionRequest {
  readonly date: string;
  readonly wanted: CorrectionWanted;
  readonly time: string | null;
  readonly reason: string;
}

export function useCorrections(state: CorrectionState | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'all', state ?? 'any'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.corrections.$get({ query: state ? { state } : {} }, until(signal))))
        .corrections,
  });
}

export type Correction = NonNullable<ReturnType<typeof useCorrections>['data']>[number];

export function useMyCorrections() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'mine'],
    queryFn: async ({ signal }) =>
      (await answer(api.user.corrections.$get({ query: {} }, until(signal)))).corrections,
  });
}

/** A corrected day changes figures, histories and lists alike. */
const useInvalidateDays = () => useInvalidate('attendance', 'stats', 'analytics', 'profile');

export function useAskCorrection() {
  const api = useApi();
  const refresh = useInvalidateDays();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (request: CorrectionRequest) => answer(api.user.corrections.$post({ json: request })),
    onSuccess: refresh,
    meta: { success: t('corrections.sent'), fallback: t('corrections.askFailed') },
  });
}

/** Asks for somebody else: a teacher for the people of their classes. */
export function useAskCorrectionFor(userId: string) {
  const api = useApi();
  const refresh = useInvalidateDays();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: (request: CorrectionRequest) =>
      answer(api.admin.corrections.$post({ json: { user_id: userId, ...request } })),
    onSuccess: refresh,
    meta: { success: t('corrections.sentFor'), fallback: t('corrections.askFailed') },
  });
}

export function useCorrectDay(id: string) {
  const api = useApi();
  const refresh = useInvalidateDays();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: ({ date, ...change }: CorrectionRequest) =>
      answer(api.admin.users[':id'].attendance[':date'].$put({ param: { id, date }, json: change })),
    onSuccess: refresh,
    meta: { success: t('corrections.corrected'), fallback: t('corrections.correctFailed') },
  });
}

export function useDecideCorrection() {
  const api = useApi();
  const refresh = useInvalidateDays();
  const { t } = useTranslation('attendance');
  return useMutation({
    mutationFn: ({ id, accept, note }: { id: number; accept: boolean; note: string | null }) =>
      answer(
        api.admin.corrections[':id'].decision.$post({ param: { id: String(id) }, json: { accept, note } }),
      ),
    onSuccess: (_answer, { accept }) => {
      toast('success', t(accept ? 'corrections.corrected' : 'corrections.declined'));
      return refresh();
    },
    meta: { fallback: t('corrections.decideFailed') },
  });
}
