import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useState } from 'react';
import { useSession, useSessionState } from '../lib/session-context.ts';
import { HostContext } from './host.ts';
import { startLiveUpdates } from './live-updates.ts';

/** Streams only while someone is signed in, and with their token. */
export function useLiveUpdates(): 'live' | 'polling' | 'off' {
  const host = useContext(HostContext);
  const session = useSession();
  const { token } = useSessionState();
  const queryClient = useQueryClient();
  const [state, setState] = useState<'live' | 'polling' | 'off'>('off');

  useEffect(() => {
    if (!token || !host?.streamsEvents) return setState('off');
    return startLiveUpdates({
      queryClient,
      onState: setState,
      open: (signal) =>
        host.fetch(`${host.base}/api/events`, {
          signal,
          headers: { Accept: 'text/event-stream', Authorization: `Bearer ${session.get().token ?? ''}` },
        }),
    });
  }, [token, host, session, queryClient]);

  return state;
}
