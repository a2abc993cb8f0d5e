import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('SessionContext is missing.');
  return session;
}

export function useSessionState(): SessionState & { isAdmin: boolean; isSignedIn: boolean } {
  const session = useSession();
  const state = useSyncExternalStore(session.subscribe, session.get);
  return { ...state, isAdmin: state.role === 'admin', isSignedIn: state.token !== null };
}
