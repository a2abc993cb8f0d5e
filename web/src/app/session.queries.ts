import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../lib/api.ts';
import { useSession } from '../lib/session-context.ts';

/** Leaves at once: the server is told, but a slow server never keeps anyone signed in on this device. */
export function useLogout(): () => void {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    const { token } = session.get();
    if (token)
      void api.logout.$post({}, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
    session.signOut();
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public-settings' });
    void navigate({ to: '/' });
  };
}
