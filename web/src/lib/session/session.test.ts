import type { WireUser } from '@rollcall/api/people/people.contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSession } from './session.ts';

const user: WireUser = {
  id: 'S1',
  name: 'Ada',
  username: 'ada',
  type: 'student',
  class_section: null,
  registered_date: '2026-01-01',
  has_face_data: false,
  has_password: true,
};

beforeEach(() => localStorage.clear());

describe('session', () => {
  it('keeps token, role and user under the keys of the specification, over a reload', () => {
    createSession(localStorage).signIn({ token: 't', role: 'admin', user });
    expect(Object.keys(localStorage).sort()).toEqual(['currentUser', 'token', 'userRole']);
    expect(createSession(localStorage).get()).toEqual({ token: 't', role: 'admin', user });
  });

  it('remembers values for one account, until it signs out', () => {
    const session = createSession(localStorage);
    session.remember('figures', 1);
    expect(session.recall('figures')).toBeUndefined();
    session.signIn({ token: 't', role: 'admin', user });
    session.remember('figures', { total: 4 });
    expect(createSession(localStorage).recall('figures')).toEqual({ total: 4 });
    session.signIn({ token: 'u', role: 'admin', user: { ...user, id: 'S2' } });
    expect(session.recall('figures')).toBeUndefined();
    session.remember('figures', { total: 5 });
    session.signOut();
    session.signIn({ token: 'v', role: 'admin', user: { ...user, id: 'S2' } });
    expect(session.recall('figures')).toBeUndefined();
    localStorage.setItem('rollcall-remembered', '{broken');
    expect(session.recall('figures')).toBeUndefined();
  });

  it('removes all three on sign-out, token and role when the session expires', () => {
    const session = createSession(localStorage);
    session.signIn({ token: 't', role: 'user', user });
    session.expire();
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('userRole')).toBeNull();
    session.signIn({ token: 't', role: 'user', user });
    session.signOut();
    expect(localStorage.length).toBe(0);
  });

  it('ignores a stored user that is not valid JSON', () => {
    localStorage.setItem('token', 't');
    localStorage.setItem('currentUser', '{nonsense');
    expect(createSession(localStorage).get()).toEqual({ token: 't', role: 'user', user: null });
  });
});
