import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { meQuery } from '../../lib/session/me.queries.ts';

const SESSIONS = ['me', 'sessions'];
const TOKENS = ['me', 'tokens'];

/** Reads `GET /me` and all that hangs on it again. */
export function useRefreshMe(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: meQuery(api).queryKey });
}

export function useChangePassword() {
  const api = useApi();
  const refresh = useRefreshMe();
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: (json: { readonly current_password: string; readonly new_password: string }) =>
      answer(api.me.password.$put({ json })),
    onSuccess: refresh,
    meta: { quiet: true, success: t('password.saved') },
  });
}

export function useSaveEmail() {
  const api = useApi();
  const refresh = useRefreshMe();
  return useMutation({
    mutationFn: (email: string | null) => answer(api.me.email.$put({ json: { email } })),
    onSuccess: refresh,
    meta: { quiet: true },
  });
}

/** The identity providers with which the account signs in. */
export function useOwnProviders() {
  const api = useApi();
  return useQuery({
    queryKey: ['me', 'providers'],
    queryFn: async ({ signal }) => (await answer(api.me.providers.$get({}, until(signal)))).providers,
  });
}

export function useSessions() {
  const api = useApi();
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await answer(api.me.sessions.$get({}, until(signal)))).sessions,
  });
}

export type SessionRow = NonNullable<ReturnType<typeof useSessions>['data']>[number];

export function useEndSessions() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('account');
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: SESSIONS });
  const one = useMutation({
    mutationFn: (id: SessionRow['id']) =>
      answer(api.me.sessions[':id'].$delete({ param: { id: String(id) } })),
    onSuccess,
    meta: { success: t('sessions.ended'), fallback: t('sessions.failed') },
  });
  const others = useMutation({
    mutationFn: () => answer(api.me.sessions.$delete()),
    onSuccess,
    meta: { success: t('sessions.endedOthers'), fallback: t('sessions.failed') },
  });
  return { one, others };
}

export function useTokens() {
  const api = useApi();
  return useQuery({
    queryKey: TOKENS,
    queryFn: ({ signal }) => answer(api.me.tokens.$get({}, until(signal))),
  });
}

export type TokenList = NonNullable<ReturnType<typeof useTokens>['data']>;
type NewToken = Parameters<Api['me']['tokens']['$post']>[0]['json'];

export function useCreateToken() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: NewToken) => answer(api.me.tokens.$post({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
    meta: { quiet: true },
  });
}

export function useRevokeToken() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: (id: number) => answer(api.me.tokens[':id'].$delete({ param: { id: String(id) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
    meta: { success: t('tokens.revoked'), fallback: t('tokens.revokeFailed') },
  });
}
