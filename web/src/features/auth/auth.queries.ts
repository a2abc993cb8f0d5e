import type { InstitutionKind } from '@rollcall/core/settings/settings.types';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, type Api, answer, useApi } from '../../lib/api/api.ts';
import { languageOf } from '../../lib/i18n/i18n.ts';
import { useSession } from '../../lib/session/session.ts';

/** Not part of the landing page, whose demo cards sign in with passwords only. */
const loadPasskeys = () => import('../../lib/passkeys.ts');

export type Credentials = { readonly username: string; readonly password: string };
type LoginAnswer = Answer<Awaited<ReturnType<Api['user']['login']['$post']>>>;

/** A mutation that ends in a session: keeps it once the server has answered. The forms show failures themselves. */
function useSignInBy<Input>(call: (api: Api, input: Input) => Promise<LoginAnswer>) {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onSuccess: ({ access_token, role, user, device }) =>
      session.signIn({ token: access_token, role, user }, device),
    meta: { quiet: true },
  });
}

export const useUserLogin = () =>
  useSignInBy((api, json: Credentials) => answer(api.user.login.$post({ json })));

/** The username is sent only if there are several administrators. */
export const useAdminLogin = () =>
  useSignInBy((api, { username, password }: Credentials) =>
    answer(api.admin.login.$post({ json: username ? { username, password } : { password } })),
  );

export type SecondProof =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: true };

/** The second step of a sign-in; for a passkey the browser asks for it in between. */
export const useSecondStep = (ticket: string) =>
  useSignInBy(async (api, proof: SecondProof) => {
    if (!('passkey' in proof)) return answer(api['sign-in'].second.$post({ json: { ticket, ...proof } }));
    const { options } = await answer(api['sign-in'].second.options.$post({ json: { ticket } }));
    const passkey = await (await loadPasskeys()).askPasskey(options);
    return answer(api['sign-in'].second.$post({ json: { ticket, passkey } }));
  });

/** A passkey alone. `suggest` waits until the person chooses it among the suggestions of the username field. */
export const usePasskeySignIn = () =>
  useSignInBy(async (api, { suggest }: { suggest: boolean }) => {
    const { ticket, options } = await answer(api['sign-in'].passkey.options.$post());
    const passkey = await (await loadPasskeys()).askPasskey(options, { suggest });
    return answer(api['sign-in'].passkey.$post({ json: { ticket, passkey } }));
  });

/** The ticket with which a provider sent the person back; it works once. */
export const useTicketSignIn = () =>
  useSignInBy((api, ticket: string) => answer(api['sign-in'].ticket.$post({ json: { ticket } })));

export function useForgotPassword() {
  const api = useApi();
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: (account: string) =>
      answer(api.password.forgot.$post({ json: { account, language: languageOf(i18n) } })),
    meta: { quiet: true },
  });
}

/** For whom and what for the link of an invitation or a reset is. */
export function usePasswordLink(token: string, isUsed: boolean) {
  const api = useApi();
  return useQuery({
    enabled: !isUsed,
    queryKey: ['password-link', token],
    queryFn: () => answer(api.password.link.open.$post({ json: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const useChoosePassword = (token: string) =>
  useSignInBy((api, new_password: string) =>
    answer(api.password.link.$post({ json: { token, new_password } })),
  );

export interface SetupInput {
  readonly code: string;
  readonly institution_name: string;
  readonly kind: InstitutionKind;
  readonly time_zone: string;
  readonly password: string;
}

export function useSetup() {
  const api = useApi();
  return useMutation({
    mutationFn: (json: SetupInput) => answer(api.setup.$post({ json })),
    meta: { quiet: true },
  });
}
