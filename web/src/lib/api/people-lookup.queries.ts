import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, useApi } from './api.ts';

const SEARCH_RESULTS = 20;

/** People whose name or code matches the text. */
export function usePersonSearch(text: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'search', text],
    queryFn: async () => {
      const query = { limit: String(SEARCH_RESULTS), ...(text ? { search: text } : {}) };
      return (await answer(api.admin.users.$get({ query }))).users;
    },
    placeholderData: keepPreviousData,
  });
}

/** Names of all sections. */
export function useSections() {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'sections'],
    queryFn: async () => (await answer(api.admin.users.$get({ query: { limit: '1' } }))).sections,
  });
}
