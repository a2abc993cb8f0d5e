import { useIsFetching, useQueryClient } from '@tanstack/react-query';

/** Everything on the page again. */
export function useRefresh(): { isRefreshing: boolean; refresh: () => void } {
  const queryClient = useQueryClient();
  const isRefreshing = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'public-settings' }) > 0;
  return { isRefreshing, refresh: () => void queryClient.invalidateQueries({ refetchType: 'active' }) };
}
