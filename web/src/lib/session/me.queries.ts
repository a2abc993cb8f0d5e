import type { Action } from '@rollcall/core/kernel/access';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type Api, answer, useApi } from '../api/api.ts';
import { mayIn, type Permission, reachesClass, reachIn, startPageOf } from './permissions.ts';
import { useSessionState } from './session.ts';
import { firstTask, isAccountPage, returnAddress } from './sign-in-address.ts';

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

/** Opens the page that was asked for before the sign-in, else the one that the account starts on. */
export function useOpenStartPage(): (next?: string) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  return async (next) => {
    const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 });
    const address = returnAddress(next);
    // What has to be done first may itself be what was asked for, with the address that comes after it.
    if (me.must_do && !isAccountPage(address ?? '')) await navigate(firstTask(me.must_do, address));
    else if (address) history.replace(address);
    else await navigate({ to: startPageOf(me) });
  };
}
