import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { CLASSES_KEY } from '../list/classes.queries.ts';

export function useRoster(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...CLASSES_KEY, 'roster', id],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.classes[':id'].roster.$get({ param: { id: String(id) } }, until(signal))))
        .roster,
    // Never refetched while the editor is open: it would change the list being edited.
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
    onSuccess: () => queryClient.invalidateQueries({ queryKey: CLASSES_KEY }),
    meta: { success: t('roster.saved'), fallback: t('roster.failed') },
  });
}

interface PeopleQuery {
  readonly search: string;
  readonly section: string | null;
  readonly page: number;
}

const PAGE_SIZE = 20;
/** The largest page the API answers. */
const MAX_PAGE_SIZE = 200;

const peoplePage = (api: Api, { search, section, page }: PeopleQuery, limit: number, signal?: AbortSignal) =>
  answer(
    api.admin.users.$get(
      {
        query: {
          page: String(page),
          limit: String(limit),
          sort: 'name',
          order: 'asc',
          ...(search ? { search } : {}),
          ...(section ? { section } : {}),
        },
      },
      until(signal),
    ),
  );

/** One page of people to choose from, searched and paged by the server. */
export function useCandidates(query: PeopleQuery) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'candidates', query],
    queryFn: async ({ signal }) => {
      const { users, total, sections } = await peoplePage(api, query, PAGE_SIZE, signal);
      return { users, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)), sections };
    },
    placeholderData: keepPreviousData,
  });
}

/** Loads everyone of a section, page by page. */
export function useWholeSection() {
  const api = useApi();
  return useMutation({
    mutationFn: async (section: string) => {
      const people: { id: string; name: string }[] = [];
      for (let page = 1; ; page++) {
        const { users, total } = await peoplePage(api, { search: '', section, page }, MAX_PAGE_SIZE);
        people.push(...users.map(({ id, name }) => ({ id, name })));
        if (users.length === 0 || people.length >= total) return people;
      }
    },
  });
}
