import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, until, useApi } from './api.ts';

const SEARCH_RESULTS = 20;

/** People whose name or code matches the text. */
export function usePersonSearch(text: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['people', 'search', text],
    queryFn: async ({ signal }) => {
      const query = { limit: String(SEARCH_RESULTS), ...(text ? { search: text } : {}) };
      return (await answer(api.admin.users.$get({ query }, until(signal)))).users;
    },
    placeholderData: keepPreviousData,
  });
}

/** Names of the sections that the account reaches. */
export function useSections({ enabled = true }: { enabled?: boolean } = {}) {
  const api = useApi();
  return useQuery({
    enabled,
    queryKey: ['people', 'sections'],
    queryFn: async ({ signal }) =>
      (await answer(api.admin.users.$get({ query: { limit: '1' } }, until(signal)))).sections,
  });
}

/** The classes that the account reaches. */
export function useClassNames({ enabled = true }: { enabled?: boolean } = {}) {
  const api = useApi();
  return useQuery({
    enabled,
    // The key of the list of classes, so that both share one answer.
    queryKey: ['classes', 'all'],
    queryFn: async ({ signal }) => (await answer(api.admin.classes.$get({}, until(signal)))).classes,
  });
}
