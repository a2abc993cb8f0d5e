import type { MarkStatus } from '@rollcall/core/classes/classes.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

const sheetKey = (classId: number) => ['classes', 'sheet', classId];

type ClassAttendanceApi = Api['admin']['classes'][':id']['attendance'];
export type ClassSheet = Answer<Awaited<ReturnType<ClassAttendanceApi['$get']>>>;

/** Opens today's meeting of a class and puts its sheet into the cache. The view shows the error itself. */
function useOpenClassMeeting() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (classId: number) => answer(api.attendance.start.$post({ json: { class_id: classId } })),
    onSuccess: ({ session_id: _, ...sheet }, classId) =>
      queryClient.setQueryData<ClassSheet>(sheetKey(classId), sheet),
    meta: { quiet: true },
  });
}

/** Opens the meeting when the view appears, then keeps its sheet up to date. */
export function useClassSheet(classId: number) {
  const api = useApi();
  const { mutate, isSuccess, variables, error } = useOpenClassMeeting();
  const open = useCallback(() => mutate(classId), [mutate, classId]);
  useEffect(open, [open]);
  const query = useQuery({
    queryKey: sheetKey(classId),
    queryFn: ({ signal }) =>
      answer(api.admin.classes[':id'].attendance.$get({ param: { id: String(classId) } }, until(signal))),
    enabled: isSuccess && variables === classId,
    retry: false,
  });
  return { sheet: query.data, error: error ?? query.error, open };
}

export function useIdentify(classId: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (image: string) =>
      answer(api.admin.classes[':id'].identify.$post({ param: { id: String(classId) }, json: { image } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sheetKey(classId) }),
    meta: { fallback: t('photo.failed') },
  });
}

export type IdentifiedPhoto = NonNullable<ReturnType<typeof useIdentify>['data']>;
export type PhotoFace = IdentifiedPhoto['faces'][number];

export interface SheetToSave {
  readonly revision: number;
  readonly marks: { user_id: string; status: MarkStatus }[];
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export function useSaveSheet(classId: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (json: SheetToSave) =>
      answer(api.admin.classes[':id'].attendance.$put({ param: { id: String(classId) }, json })),
    onSuccess: ({ class: schoolClass, revision, roster }) => {
      queryClient.setQueryData<ClassSheet>(sheetKey(classId), { class: schoolClass, revision, roster });
      return Promise.all(
        [['stats'], ['attendance'], ['classes', 'active'], ['classes', 'all'], ['classes', 'teacher']].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    // Somebody else saved first: refetch, so that their changes show beside the unsaved ones.
    onError: (error) =>
      isConflict(error) ? queryClient.invalidateQueries({ queryKey: sheetKey(classId) }) : undefined,
    meta: { success: t('attendance.savedToast'), fallback: t('attendance.saveFailed') },
  });
}
