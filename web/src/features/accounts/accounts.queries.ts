import type { Role } from '@rollcall/core/kernel/access';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answer, until, useApi } from '../../lib/api/api.ts';
import { useInvalidate } from '../../lib/api/query-keys.ts';
import { languageOf } from '../../lib/i18n/i18n.ts';

const KEY = ['accounts'];

export interface AccountFilter {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly page?: number | undefined;
}

/** One page of accounts, highest role first. */
export function useAccounts({ q, role, page = 1 }: AccountFilter) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'page', { q, role, page }],
    queryFn: ({ signal }) =>
      answer(
        api.admin.accounts.$get(
          {
            query: { page: String(page), ...(q ? { search: q } : {}), ...(role ? { role } : {}) },
          },
          until(signal),
        ),
      ),
    placeholderData: keepPreviousData,
  });
}

export type Account = NonNullable<ReturnType<typeof useAccounts>['data']>['accounts'][number];

/** Owners who can sign in with a password: one of them has to remain. */
export function useOwners() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'owners'],
    queryFn: async ({ signal }) => {
      const { accounts } = await answer(api.admin.accounts.$get({ query: { role: 'owner' } }, until(signal)));
      return accounts.filter(({ has_password }) => has_password).map(({ user_id }) => user_id);
    },
  });
}

export interface AccountChange {
  readonly role: Role;
  /** Null for all sections. */
  readonly sections: string[] | null;
  /** Left out: the present one stays. */
  readonly email?: string | null;
}

export interface NewAccount extends AccountChange {
  readonly name: string;
  readonly username: string;
}

/** Invites somebody new, or gives a person of the institution a role. The form shows failures itself. */
export function useInvite() {
  const api = useApi();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: (invited: NewAccount | (AccountChange & { user_id: string })) =>
      answer(api.admin.accounts.$post({ json: { ...invited, language: languageOf(i18n) } })),
    onSuccess: useInvalidate('accounts', 'people'),
    meta: { quiet: true },
  });
}

export function useChangeAccount(userId: string) {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (json: AccountChange) =>
      answer(api.admin.accounts[':user_id'].$put({ param: { user_id: userId }, json })),
    onSuccess: useInvalidate('accounts', 'people', 'me'),
    meta: { success: t('accounts.changed'), quiet: true },
  });
}

/** A new link to choose a password at; the one before ends. */
export function useInviteAgain() {
  const api = useApi();
  const { t, i18n } = useTranslation('management');
  return useMutation({
    mutationFn: (userId: string) =>
      answer(
        api.admin.accounts[':user_id'].invitation.$post({
          param: { user_id: userId },
          query: { language: languageOf(i18n) },
        }),
      ),
    onSuccess: useInvalidate('accounts'),
    meta: { fallback: t('accounts.failed') },
  });
}

export type AccountAct = 'sessions' | 'factors' | 'delete';

/** Ends sessions, removes second factors, or deletes an account without attendance. */
export function useAccountAct(act: AccountAct) {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: (userId: string) => {
      const account = api.admin.accounts[':user_id'];
      const param = { user_id: userId };
      switch (act) {
        case 'sessions':
          return answer(account.sessions.$delete({ param }));
        case 'factors':
          return answer(account['second-factors'].$delete({ param }));
        case 'delete':
          return answer(account.$delete({ param }));
      }
    },
    onSuccess: useInvalidate('accounts', 'people'),
    meta: { success: t(`accounts.acts.${act}.done`), fallback: t('accounts.failed') },
  });
}

export type LinkedProvider = Account['providers'][number];

export function useUnlinkProvider() {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: ({ id, userId }: { id: LinkedProvider['id']; userId: string }) =>
      answer(
        api.admin['identity-providers'][':id'].accounts[':user_id'].$delete({
          param: { id: String(id), user_id: userId },
        }),
      ),
    onSuccess: useInvalidate('accounts', 'people', 'settings'),
    meta: { success: t('accounts.unlink.done'), fallback: t('accounts.failed') },
  });
}

export function useApprovals() {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'approvals'],
    queryFn: async ({ signal }) => (await answer(api.admin.approvals.$get({}, until(signal)))).approvals,
    // No event tells that another administrator asks or has decided.
    refetchInterval: 20_000,
  });
}

export type Approval = NonNullable<ReturnType<typeof useApprovals>['data']>[number];

export function useDecideApproval() {
  const api = useApi();
  const { t } = useTranslation('management');
  return useMutation({
    mutationFn: ({ id, approve }: { id: number; approve: boolean }) =>
      answer(api.admin.approvals[':id'].decision.$post({ param: { id: String(id) }, json: { approve } })),
    onSettled: useInvalidate('accounts'),
    meta: { success: t('approvals.decided'), fallback: t('accounts.failed') },
  });
}
