import type { WireUser } from '@rollcall/api/people/people.contract';
import { createContext, useContext, useSyncExternalStore } from 'react';

export type SessionRole = 'admin' | 'user';

export interface SessionState {
  readonly token: string | null;
  readonly role: SessionRole | null;
  readonly user: WireUser | null;
}

/** Names of the stored values, as the specification has them. */
export const SESSION_KEYS = ['token', 'userRole', 'currentUser'] as const;

/** Tells the server that this browser has signed in before; stays when somebody signs out. */
const DEVICE_KEY = 'rollcall-device';

/** What the browser remembers for the signed-in account. */
const MEMORY_KEY = 'rollcall-remembered';

const SIGNED_OUT: SessionState = { token: null, role: null, user: null };

function readUser(text: string | null): WireUser | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isUser =
      typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'type' in value;
    return isUser ? (value as WireUser) : null; // written by signIn; the check guards against another program's value
  } catch {
    return null;
  }
}

function read(storage: Storage): SessionState {
  const token = storage.getItem('token');
  if (!token) return SIGNED_OUT;
  const role = storage.getItem('userRole') === 'admin' ? 'admin' : 'user';
  return { token, role, user: readUser(storage.getItem('currentUser')) };
}

const personOf = ({ role, user }: SessionState): string => `${role} ${user?.id ?? ''}`;

/** Values by name, and whose they are; empty for anybody else. */
function readMemory(storage: Storage, person: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage.getItem(MEMORY_KEY) ?? 'null');
    const isOwn = typeof value === 'object' && value !== null && 'person' in value && value.person === person;
    return isOwn && 'values' in value ? { ...(value.values as object) } : {}; // written by remember
  } catch {
    return {};
  }
}

/** What another tab did: nothing, a new token for the same person, another person, signed out, or refused. */
export type SessionChange = 'none' | 'renewed' | 'other-person' | 'signed-out' | 'expired';

/**
 * The signed-in session, kept in the browser's storage so that it survives a reload. The token is written and removed
 * last: other tabs read all three values when the token changes, and never find those of two people.
 */
export function createSession(storage: Storage) {
  let state = read(storage);
  let isEnding = false;
  let generation = 0;
  const listeners = new Set<() => void>();
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    get: (): SessionState => state,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    signIn(next: { token: string; role: SessionRole; user: WireUser | null }, device?: string): void {
      isEnding = false;
      if (device) storage.setItem(DEVICE_KEY, device);
      storage.setItem('userRole', next.role);
      if (next.user) storage.setItem('currentUser', JSON.stringify(next.user));
      else storage.removeItem('currentUser');
      storage.setItem('token', next.token);
      set(next);
    },

    device: (): string | null => storage.getItem(DEVICE_KEY),

    signOut(): void {
      storage.removeItem(MEMORY_KEY);
      for (const key of SESSION_KEYS.toReversed()) storage.removeItem(key);
      set(SIGNED_OUT);
    },

    /** A value that this browser remembers for the signed-in account until it signs out. */
    recall: (name: string): unknown => readMemory(storage, personOf(state))[name],

    remember(name: string, value: unknown): void {
      const person = personOf(state);
      const values = { ...readMemory(storage, person), [name]: value };
      if (state.token) storage.setItem(MEMORY_KEY, JSON.stringify({ person, values }));
    },

    /** True from `endedBy` to the next sign-in: refused calls are expected then, and the page stays. */
    isEnding: () => isEnding,

    /** Runs work that ends every session, and signs out when it is done. */
    async endedBy<T>(work: () => Promise<T>): Promise<T> {
      isEnding = true;
      try {
        const result = await work();
        this.signOut();
        return result;
      } catch (cause) {
        isEnding = false;
        throw cause;
      }
    },

    /** Signs out because the server no longer accepts the token; keeps the stored user. */
    expire(): void {
      storage.removeItem('userRole');
      storage.removeItem('token');
      set(SIGNED_OUT);
    },

    /** Reads the storage again after another tab signed in or out. */
    reload(): SessionChange {
      const before = state;
      const next = read(storage);
      if (next.token === before.token) return 'none';
      const isRenewed = before.token !== null && next.token !== null && personOf(next) === personOf(before);
      if (!isRenewed) generation += 1;
      set(next);
      if (isRenewed) return 'renewed';
      if (next.token !== null) return 'other-person';
      // Only a sign-out removes the user, too.
      return storage.getItem('currentUser') === null && before.user !== null ? 'signed-out' : 'expired';
    },

    /** Grows when another tab has changed who is signed in: what is open belongs to somebody else. */
    generation: (): number => generation,
  };
}

export type Session = ReturnType<typeof createSession>;

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('SessionContext is missing.');
  return session;
}

export function useSessionState(): SessionState & { isSignedIn: boolean } {
  const session = useSession();
  // Prerendered pages are a visitor's.
  const state = useSyncExternalStore(session.subscribe, session.get, () => SIGNED_OUT);
  return { ...state, isSignedIn: state.token !== null };
}
