import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../lib/api/api.ts';
import { forgetAnswers } from '../../lib/api/query-keys.ts';
import { useSession } from '../../lib/session/session.ts';

/** Signs out on this device at once; the request that revokes the token on the server is not awaited. */
export function useLogout(): () => void {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    const { token } = session.get();
    const headers = { Authorization: `Bearer ${token}` };
    // Kept alive: whoever signs out on a shared computer closes the tab at once.
    if (token) void api.logout.$post({}, { headers, init: { keepalive: true } }).catch(() => undefined);
    session.signOut();
    forgetAnswers(queryClient);
    void navigate({ to: '/' });
  };
}
