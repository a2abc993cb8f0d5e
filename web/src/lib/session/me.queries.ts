import type { Action } from '@rollcall/core/kernel/access';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Api, answer, useApi } from '../api/api.ts';
import { mayIn, type Permission, reachesClass, reachIn, startPageOf } from './permissions.ts';
import { useSessionState } from './session.ts';

/** Who is signed in and what they may do. Another administrator can change it at any time. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: () => answer(api.me.$get()),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: 'always',
  });

/** Null while nobody is signed in, and on public pages until the server has answered. */
export function useMe() {
  const { isSignedIn } = useSessionState();
  const { data } = useQuery({ ...meQuery(useApi()), enabled: isSignedIn });
  return isSignedIn ? (data ?? null) : null;
}

export type Me = NonNullable<ReturnType<typeof useMe>>;

export const useMay = (action: Action): boolean => mayIn(useMe(), action);

/** How far the signed-in account may perform the action; null where it may not at all. */
export const useReach = (action: Action): Permission | null => reachIn(useMe(), action);

export const useMayTakeAttendance = (classId: number): boolean =>
  reachesClass(useReach('classes.take'), classId);

/** Opens the page that the account starts on, once the session has been stored. */
export function useOpenStartPage(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 });
    await navigate({ to: startPageOf(me) });
  };
}
