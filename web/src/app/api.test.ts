import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSession } from '../lib/session/session.ts';
import { createApi } from './api.ts';

beforeEach(() => localStorage.clear());

/** A client whose server refuses every token. */
function openRefused() {
  const session = createSession(localStorage);
  session.signIn({ token: 't', role: 'admin', user: null });
  const onExpired = vi.fn();
  const api = createApi({
    fetch: async () => Response.json({ success: false, error: 'session_expired' }, { status: 401 }),
    base: 'http://test',
    session,
    onExpired,
    onForbidden: () => undefined,
    confirmIdentity: async () => false,
  });
  return { session, onExpired, call: () => api.admin.jobs.$get() };
}

describe('a refused token', () => {
  it('ends the session and leaves the page', async () => {
    const { session, onExpired, call } = openRefused();
    await call();
    expect(session.get().token).toBeNull();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('leaves the page when another tab has signed out', async () => {
    const { session, onExpired, call } = openRefused();
    localStorage.clear();
    session.reload();
    await call();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('leaves the page that ended the session where it is, until the next sign-in', async () => {
    const { session, onExpired, call } = openRefused();
    await session.endedBy(call);
    await call();
    expect(onExpired).not.toHaveBeenCalled();
    session.signIn({ token: 'next', role: 'admin', user: null });
    await call();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('ends a session that the work failed to end', async () => {
    const { session, onExpired, call } = openRefused();
    await expect(session.endedBy(() => Promise.reject(new Error('not whole')))).rejects.toThrow('not whole');
    await call();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });
});
