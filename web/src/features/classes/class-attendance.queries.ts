import type { MarkStatus } from '@rollcall/core/classes/class-marks.types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, useApi } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

const sheetKey = (classId: number) => ['classes', 'session', classId];

/** Opening today's session again answers the same one, so this may be asked as often as the view is shown. */
export function useClassSheet(classId: number) {
  const api = useApi();
  return useQuery({
    queryKey: sheetKey(classId),
    queryFn: () => answer(api.attendance.start.$post({ json: { class_id: classId } })),
    retry: false,
  });
}

export type ClassSheet = NonNullable<ReturnType<typeof useClassSheet>['data']>;

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

export type ClassPicture = NonNullable<ReturnType<typeof useIdentify>['data']>;
export type PictureFace = ClassPicture['faces'][number];

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
      queryClient.setQueryData<ClassSheet>(
        sheetKey(classId),
        (before) => before && { ...before, class: schoolClass, revision, roster },
      );
      return Promise.all(
        [['stats'], ['attendance'], ['classes', 'active'], ['classes', 'all']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    // Somebody else saved first: show what they saved, beside what was about to be.
    onError: (error) =>
      isConflict(error) ? queryClient.invalidateQueries({ queryKey: sheetKey(classId) }) : undefined,
    meta: { success: t('attendance.savedToast'), fallback: t('attendance.saveFailed') },
  });
}
