import { describe, expect, it } from 'vitest';
import { type Actor, can, canSeePerson } from './access.ts';

const actor = (role: Actor['role'], personId = 1): Actor => ({
  personId,
  role,
  name: 'x',
  code: 'x',
  sessionId: 1,
  address: 'x',
});

describe('permissions', () => {
  it('denies everything without a signed-in actor', () => {
    expect(can(null, 'notices.read')).toBe(false);
  });

  it('lets users read notices and their own record, and administrators manage', () => {
    expect(can(actor('user'), 'notices.read')).toBe(true);
    expect(can(actor('user'), 'attendance.mark-own')).toBe(true);
    expect(can(actor('user'), 'people.manage')).toBe(false);
    expect(can(actor('user'), 'audit.read')).toBe(false);
    expect(can(actor('admin'), 'people.manage')).toBe(true);
  });

  it('shows a record to its owner and to administrators only', () => {
    expect(canSeePerson(actor('user', 5), 5)).toBe(true);
    expect(canSeePerson(actor('user', 5), 6)).toBe(false);
    expect(canSeePerson(actor('admin', 1), 6)).toBe(true);
  });
});
