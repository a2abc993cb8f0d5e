import { signInByApi } from '../browser/sign-in.ts';
import { type ApiClient, createApiClient } from './call-api.ts';
import type { RunningServer } from './start-server.ts';

/** Sets up the institution of a server that was started without the demo school, and signs in its owner. */
export async function setUpInstitution(server: RunningServer, password: string): Promise<ApiClient> {
  await createApiClient(server)('POST', '/setup', {
    code: /set-up code {2}(\S+)/.exec(server.output())?.[1] ?? '',
    institution_name: 'Hill School',
    time_zone: 'UTC',
    password,
  });
  const { token } = await signInByApi(server, { password });
  return createApiClient(server, token);
}

interface NewAccount {
  readonly name: string;
  readonly username: string;
  readonly role: string;
  readonly email?: string;
  readonly password: string;
}

/** Invites somebody and chooses the password at the link, all outside the browser. */
export async function createAccount(
  server: RunningServer,
  owner: ApiClient,
  { password, ...account }: NewAccount,
): Promise<void> {
  const { link } = await owner<{ link: string }>('POST', '/admin/accounts', account);
  const token = link.split('#token=')[1];
  await createApiClient(server)('POST', '/password/link', { token, new_password: password });
}
