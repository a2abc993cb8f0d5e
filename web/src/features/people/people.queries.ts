import type { RegistrableKind } from '@rollcall/core/people/people.types';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import type { PeopleSearch } from '../../lib/search-params.ts';

export const PAGE_SIZE = 20;
const KEY = ['people'];

/** The filters of a list, without its page. */
export const filterQuery = (search: PeopleSearch) => ({
  ...(search.q ? { search: search.q } : {}),
  ...(search.type ? { type: search.type } : {}),
  ...(search.section ? { section: search.section } : {}),
  ...(search.face ? ({ has_face_data: search.face === 'yes' ? 'true' : 'false' } as const) : {}),
});

export const usersQuery = (api: Api, search: PeopleSearch) =>
  queryOptions({
    queryKey: [...KEY, 'page', search],
    queryFn: ({ signal }) =>
      answer(
        api.admin.users.$get(
          {
            query: {
              page: String(search.page ?? 1),
              limit: String(PAGE_SIZE),
              ...filterQuery(search),
              ...(search.by ? { sort: search.by } : {}),
              ...(search.dir ? { order: search.dir } : {}),
            },
          },
          until(signal),
        ),
      ),
    placeholderData: keepPreviousData,
  });

export const useUsers = (search: PeopleSearch) => useQuery(usersQuery(useApi(), search));
export type User = NonNullable<ReturnType<typeof useUsers>['data']>['users'][number];

export function useRecentUsers() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'recent'],
    queryFn: async ({ signal }) => (await answer(api.admin.users.recent.$get({}, until(signal)))).users,
  });
}

const SHOWN_WITHOUT_FACE = 6;

/** The newest people without face data, and how many there are. */
export function usePeopleToCapture() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'to-capture'],
    queryFn: async ({ signal }) => {
      const query = {
        has_face_data: 'false',
        limit: String(SHOWN_WITHOUT_FACE),
        sort: 'registered',
        order: 'desc',
      } as const;
      const { users, total } = await answer(api.admin.users.$get({ query }, until(signal)));
      return { users, total };
    },
  });
}

/** Totals of students and of everybody else, read from two pages of one row. */
export function useHeadcount() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'headcount'],
    queryFn: async ({ signal }) => {
      const all = await answer(api.admin.users.$get({ query: { limit: '1' } }, until(signal)));
      const students = await answer(
        api.admin.users.$get({ query: { limit: '1', type: 'student' } }, until(signal)),
      );
      return { students: students.total, employees: all.total - students.total };
    },
  });
}

export interface UserChanges {
  readonly name: string;
  readonly user_id: string;
  readonly username: string;
  readonly type: RegistrableKind;
  readonly class_section: string | null;
}

export function useUpdateUser() {
  const api = useApi();
  const { t } = useTranslation('people');
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: UserChanges }) =>
      answer(api.admin.users[':id'].$put({ param: { id }, json: changes })),
    onSuccess: useInvalidate('people', 'profile'),
    meta: { success: t('updated'), fallback: t('updateFailed') },
  });
}

export function useResetPassword() {
  const api = useApi();
  const { t } = useTranslation('people');
  return useMutation({
    mutationFn: ({ id, password }: { id: string; password: string }) =>
      answer(api.admin.users[':id'].password.$put({ param: { id }, json: { password } })),
    meta: { success: t('passwordUpdated'), fallback: t('passwordFailed') },
  });
}

export function useDeleteUser() {
  const api = useApi();
  const { t } = useTranslation('people');
  return useMutation({
    mutationFn: ({ id, erase }: { id: string; erase: boolean }) =>
      answer(api.admin.users[':id'].$delete({ param: { id }, query: { erase: erase ? 'true' : 'false' } })),
    onSuccess: useInvalidate('people', 'stats'),
    meta: { success: t('deleted'), fallback: t('deleteFailed'), errorTitle: t('deleteFailedTitle') },
  });
}
