import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, useApi } from './api.ts';

const FOUND = 20;

/** People whose name or id begins to match what was typed. */
export function usePersonSearch(text: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'search', text],
    queryFn: async () =>
      (
        await answer(
          api.admin.users.$get({ query: { limit: String(FOUND), ...(text ? { search: text } : {}) } }),
        )
      ).users,
    placeholderData: keepPreviousData,
  });
}
