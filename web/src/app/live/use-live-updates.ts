import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHost } from '../../lib/api/host.ts';
import { useSession, useSessionState } from '../../lib/session/session.ts';
import { useConnection } from './connection.ts';

export type LiveState = 'live' | 'polling' | 'off';

/** Keeps queries fresh while somebody is signed in, and returns how. */
export function useLiveUpdates(): LiveState {
  const host = useHost();
  const connection = useConnection();
  const session = useSession();
  const { token } = useSessionState();
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>('off');

  useEffect(() => {
    if (!token || !host.streamsEvents) return setState('off');
    let isActive = true;
    // Loaded on demand: a visitor who is not signed in has no stream.
    const started = import('./live-updates.ts').then(({ startLiveUpdates }) => {
      if (!isActive) return null;
      return startLiveUpdates({
        queryClient,
        onState: setState,
        onHeard: connection.heard,
        onSilence: () => void connection.check(),
        open: (signal) =>
          host.fetch(`${host.base}/api/events`, {
            signal,
            headers: { Accept: 'text/event-stream', Authorization: `Bearer ${session.get().token ?? ''}` },
          }),
      });
    });
    started.catch(() => undefined);
    return () => {
      isActive = false;
      started.then((stop) => stop?.()).catch(() => undefined);
    };
  }, [token, host, session, queryClient, connection]);

  return state;
}
