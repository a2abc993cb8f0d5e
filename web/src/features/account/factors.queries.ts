import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Api, answer, until, useApi } from '../../lib/api/api.ts';
import { askPasskey, createPasskey } from '../../lib/passkeys.ts';

const FACTORS = ['me', 'second-factors'];

export function useFactors() {
  const api = useApi();
  return useQuery({
    queryKey: FACTORS,
    queryFn: ({ signal }) => answer(api.me['second-factors'].$get({}, until(signal))),
  });
}

export type Factors = NonNullable<ReturnType<typeof useFactors>['data']>;

/**
 * A change of the second factors. Whoever makes it reads `GET /me` again once the person is done with it: with the
 * factor in place the page may have nothing left to do and go, and recovery codes are shown only once.
 */
function useFactorChange<Input, Output>(
  call: (api: Api, input: Input) => Promise<Output>,
  meta: { success?: string } = {},
) {
  const api = useApi();
  return useMutation({ mutationFn: (input: Input) => call(api, input), meta: { quiet: true, ...meta } });
}

export function useAddPasskey() {
  const { t } = useTranslation('account');
  return useFactorChange(
    async (api, name: string) => {
      const { options } = await answer(api.me.passkeys.options.$post());
      const response = await createPasskey(options);
      return answer(api.me.passkeys.$post({ json: { name, response } }));
    },
    { success: t('passkeys.added') },
  );
}

export function useRemovePasskey() {
  const { t } = useTranslation('account');
  return useFactorChange(
    (api, id: number) => answer(api.me.passkeys[':id'].$delete({ param: { id: String(id) } })),
    { success: t('passkeys.removed') },
  );
}

/** Begins to set up an authenticator app; nothing changes before its first right code. */
export const useBeginTotp = () => useFactorChange((api, _: undefined) => answer(api.me.totp.$post()));

export const useActivateTotp = () =>
  useFactorChange((api, code: string) => answer(api.me.totp.$put({ json: { code } })));

export function useRemoveTotp() {
  const { t } = useTranslation('account');
  return useFactorChange((api, _: undefined) => answer(api.me.totp.$delete()), {
    success: t('totp.removed'),
  });
}

export const useNewRecoveryCodes = () =>
  useFactorChange((api, _: undefined) => answer(api.me['recovery-codes'].$post()));

/** Shows again who the person is; for a passkey the browser asks for it in between. */
export function useConfirmIdentity() {
  const api = useApi();
  return useMutation({
    mutationFn: async (proof: { readonly password: string } | { readonly passkey: true }) => {
      if ('password' in proof) return answer(api.me.confirm.$post({ json: proof }));
      const { options } = await answer(api.me.confirm.options.$post());
      return answer(api.me.confirm.$post({ json: { passkey: await askPasskey(options) } }));
    },
    meta: { quiet: true },
  });
}
