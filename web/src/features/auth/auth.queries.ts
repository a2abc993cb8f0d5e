import { useMutation } from '@tanstack/react-query';
import { answer, useApi } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.ts';

export type Credentials = { readonly username: string; readonly password: string };

export function useUserLogin() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (json: Credentials) => answer(api.user.login.$post({ json })),
    onSuccess: ({ access_token, role, user }) => session.signIn({ token: access_token, role, user }),
    meta: { quiet: true },
  });
}

export function useAdminLogin() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: ({ password }: Credentials) => answer(api.admin.login.$post({ json: { password } })),
    onSuccess: ({ access_token, role, user }) => session.signIn({ token: access_token, role, user }),
    meta: { quiet: true },
  });
}

export interface SetupInput {
  readonly code: string;
  readonly institution_name: string;
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
