import type { ClassConfig } from '@rollcall/core/settings/settings.types';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, useApi } from '../../lib/api.ts';

const KEY = ['classes'];

export function useActiveClasses() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'active'],
    queryFn: async () => (await answer(api.admin['active-classes'].$get())).classes,
  });
}

export type ActiveClass = NonNullable<ReturnType<typeof useActiveClasses>['data']>[number];

export function useClasses() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: async () => (await answer(api.admin.classes.$get())).classes,
  });
}

/** The same answer that the settings form shows, under the same key. */
export function useClassDefaults() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'class-config'],
    queryFn: () => answer(api.admin['class-config'].$get()),
  });
}

export interface ClassValues extends ClassConfig {
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly weekdays: number[];
}

export function useSaveClass(id: number | null) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (json: ClassValues) =>
      id === null
        ? answer(api.admin.classes.$post({ json }))
        : answer(api.admin.classes[':id'].$put({ param: { id: String(id) }, json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('form.saved'), fallback: t('form.failed') },
  });
}

export function useDeleteClass() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (id: number) => answer(api.admin.classes[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('remove.done'), fallback: t('remove.failed') },
  });
}

export function useRoster(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'roster', id],
    queryFn: async () =>
      (await answer(api.admin.classes[':id'].roster.$get({ param: { id: String(id) } }))).roster,
    // What is being ticked must not change under the hand of whoever ticks it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useSaveRoster(id: number) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('classes');
  return useMutation({
    mutationFn: (user_ids: string[]) =>
      answer(api.admin.classes[':id'].roster.$put({ param: { id: String(id) }, json: { user_ids } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { success: t('roster.saved'), fallback: t('roster.failed') },
  });
}

interface PeopleQuery {
  readonly search: string;
  readonly section: string | null;
  readonly page: number;
}

const PAGE = 20;
/** What one answer of the people list may hold. */
const MOST = 200;

const peoplePage = (api: Api, { search, section, page }: PeopleQuery, limit: number) =>
  answer(
    api.admin.users.$get({
      query: {
        page: String(page),
        limit: String(limit),
        sort: 'name',
        order: 'asc',
        ...(search ? { search } : {}),
        ...(section ? { section } : {}),
      },
    }),
  );

/** A page of people to choose from: the search is the server's, so thousands cost nothing here. */
export function useCandidates(query: PeopleQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'candidates', query],
    queryFn: async () => {
      const { users, total, sections } = await peoplePage(api, query, PAGE);
      return { users, pages: Math.max(1, Math.ceil(total / PAGE)), sections };
    },
    placeholderData: keepPreviousData,
  });
}

/** Everyone of a section, page by page. */
export function useWholeSection() {
  const api = useApi();
  return useMutation({
    mutationFn: async (section: string) => {
      const people: { id: string; name: string }[] = [];
      for (let page = 1; ; page++) {
        const { users, total } = await peoplePage(api, { search: '', section, page }, MOST);
        people.push(...users.map(({ id, name }) => ({ id, name })));
        if (users.length === 0 || people.length >= total) return people;
      }
    },
  });
}
