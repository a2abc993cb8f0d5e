import { describe, expect, it } from 'vitest';
import { ACTIONS, type Actor, can, outranks, ROLES, reachOf } from './access.ts';

const actor = (role: Actor['role'], more: Partial<Actor> = {}): Actor => ({
  personId: 1,
  role,
  name: 'x',
  code: 'x',
  hasAttendance: true,
  sections: null,
  classIds: [],
  sessionId: 1,
  onlyActions: null,
  mustDo: null,
  confirmedAt: null,
  address: 'x',
  ...more,
});

describe('permissions', () => {
  it('deny everything without a signed-in actor', () => {
    for (const action of ACTIONS) expect(can(null, action)).toBe(false);
  });

  it('let members read notices and their own record, and nobody else of the institution', () => {
    expect(can(actor('member'), 'notices.read')).toBe(true);
    expect(reachOf(actor('member', { personId: 5 }), 'profile.read')).toEqual({ of: 'self', personId: 5 });
    for (const action of ACTIONS) expect(reachOf(actor('member'), action)?.of ?? 'self').toBe('self');
  });

  it('let owners and administrators do everything in the whole institution', () => {
    for (const role of ['owner', 'administrator'] as const)
      for (const action of ACTIONS)
        expect(['institution', 'self']).toContain(reachOf(actor(role), action)?.of);
  });

  it('keep settings, backups, keys, accounts and the audit from offices and teachers', () => {
    for (const role of ['office', 'teacher'] as const)
      for (const action of [
        'settings.manage',
        'data.export',
        'data.restore',
        'keys.export',
        'audit.read',
        'accounts.manage',
        'people.delete',
        'privacy.manage',
      ] as const)
        expect(can(actor(role), action)).toBe(false);
  });

  it('reach the sections of an office, all where it has no limit, and none where its limit is empty', () => {
    expect(reachOf(actor('office'), 'people.manage')).toEqual({ of: 'institution' });
    expect(reachOf(actor('office', { sections: ['5a'] }), 'people.manage')).toEqual({
      of: 'sections',
      sections: ['5a'],
    });
    expect(reachOf(actor('office', { sections: [] }), 'people.manage')).toEqual({
      of: 'sections',
      sections: [],
    });
  });

  it('reach the classes of a teacher, who takes their attendance', () => {
    const reach = { of: 'classes', classIds: [3] };
    expect(reachOf(actor('teacher', { classIds: [3] }), 'classes.take')).toEqual(reach);
    expect(reachOf(actor('teacher', { classIds: [3] }), 'profile.read')).toEqual(reach);
    expect(can(actor('office'), 'classes.take')).toBe(false);
  });

  it('let nobody without attendance ask for a correction of it', () => {
    expect(can(actor('owner', { hasAttendance: false }), 'corrections.ask')).toBe(false);
    expect(can(actor('administrator'), 'corrections.ask')).toBe(true);
  });
});

describe('rank', () => {
  it('never reaches upwards, and among equals only from administrators', () => {
    for (const [index, role] of ROLES.entries())
      for (const [other, theirs] of ROLES.entries())
        expect(`${role} over ${theirs}: ${outranks({ role }, theirs)}`).toBe(
          `${role} over ${theirs}: ${index < other || (index === other && index <= 1)}`,
        );
  });
});
