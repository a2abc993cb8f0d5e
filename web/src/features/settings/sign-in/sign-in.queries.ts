import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../../lib/api/api.ts';
import { useInvalidate } from '../../../lib/api/query-keys.ts';
import { languageOf } from '../../../lib/i18n/i18n.ts';

export function useSignInSettings() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'sign-in'],
    queryFn: ({ signal }) => answer(api.admin['sign-in-settings'].$get({}, until(signal))),
  });
}

export type SignInSettings = NonNullable<ReturnType<typeof useSignInSettings>['data']>;

export function useSaveSignInSettings() {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (json: SignInSettings) => answer(api.admin['sign-in-settings'].$put({ json })),
    // The setting may concern the own role.
    onSuccess: useInvalidate('settings', 'me'),
    meta: { success: t('signIn.saved'), fallback: t('signIn.failed') },
  });
}

export function useProviders() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'providers'],
    queryFn: ({ signal }) => answer(api.admin['identity-providers'].$get({}, until(signal))),
  });
}

export type Provider = NonNullable<ReturnType<typeof useProviders>['data']>['providers'][number];
export type ProviderInput = Parameters<Api['admin']['identity-providers']['$post']>[0]['json'];

export function useSaveProvider() {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: ({ id, input }: { id: number | null; input: ProviderInput }) =>
      id === null
        ? answer(api.admin['identity-providers'].$post({ json: input }))
        : answer(api.admin['identity-providers'][':id'].$put({ param: { id: String(id) }, json: input })),
    onSuccess: useInvalidate('settings', 'public-settings'),
    meta: { quiet: true, success: t('providers.saved') },
  });
}

export function useRemoveProvider() {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (id: number) =>
      answer(api.admin['identity-providers'][':id'].$delete({ param: { id: String(id) } })),
    onSuccess: useInvalidate('settings', 'public-settings', 'accounts'),
    meta: { success: t('providers.removed'), fallback: t('providers.failed') },
  });
}

export function useTestProvider() {
  const api = useApi();
  return useMutation({
    mutationFn: (json: { readonly issuer: string; readonly scopes: string[] }) =>
      answer(api.admin['identity-providers'].test.$post({ json })),
    meta: { quiet: true },
  });
}

export function useMailStatus() {
  const api = useApi();
  return useQuery({
    queryKey: ['settings', 'mail'],
    queryFn: ({ signal }) => answer(api.admin.mail.$get({}, until(signal))),
  });
}

export function useSendTestMail() {
  const api = useApi();
  const { t, i18n } = useTranslation('management');
  return useMutation({
    mutationFn: (to: string) =>
      answer(api.admin.mail.test.$post({ json: { to, language: languageOf(i18n) } })),
    onSettled: useInvalidate('settings'),
    meta: { quiet: true, success: t('mail.sent') },
  });
}
