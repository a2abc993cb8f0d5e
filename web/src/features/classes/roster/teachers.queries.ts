import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';
import { CLASSES_KEY } from '../list/classes.queries.ts';

export function useClassTeachers(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'teachers', id],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.classes[':id'].teachers.$get({ param: { id: String(id) } }, until(signal))))
        .teachers,
    // Never refetched while the editor is open: it would change the list being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export type ClassTeacher = NonNullable<ReturnType<typeof useClassTeachers>['data']>[number];

/** Accounts with the role of a teacher. */
export function useTeacherSearch(text: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['accounts', 'teachers', text],
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.admin.accounts.$get(
            { query: { role: 'teacher', ...(text ? { search: text } : {}) } },
            until(signal),
          ),
        )
      ).accounts,
    placeholderData: keepPreviousData,
  });
}

/** The editor shows failures itself. */
export function useSaveTeachers(id: number) {
  const api = useApi();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (teachers: readonly ClassTeacher[]) =>
      answer(
        api.admin.classes[':id'].teachers.$put({
          param: { id: String(id) },
          json: {
            teachers: teachers.map(({ user_id, first_day, last_day }) => ({ user_id, first_day, last_day })),
          },
        }),
      ),
    onSuccess: useInvalidate('classes', 'accounts'),
    meta: { success: t('teachers.saved'), quiet: true },
  });
}
