import { useNavigate } from '@tanstack/react-router';
import { useContext } from 'react';
import { useApi } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.ts';
import { UnsavedContext } from '../../lib/unsaved.ts';

/**
 * Signs out on this device at once; the request that revokes the token on the server is not awaited. Asks first if
 * something is not saved.
 */
export function useLogout(): () => void {
  const api = useApi();
  const session = useSession();
  const unsaved = useContext(UnsavedContext);
  const navigate = useNavigate();
  const logout = () => {
    const { token } = session.get();
    const headers = { Authorization: `Bearer ${token}` };
    // Kept alive: whoever signs out on a shared computer closes the tab at once.
    if (token) void api.logout.$post({}, { headers, init: { keepalive: true } }).catch(() => undefined);
    session.signOut();
    void navigate({ to: '/', ignoreBlocker: true });
  };
  return () => {
    if (!unsaved?.hasAny()) return logout();
    void unsaved.ask().then((mayDiscard) => {
      if (mayDiscard) logout();
    });
  };
}
