import { describe, expect, it } from 'vitest';
import { ROLES } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { codeFor, requireAnotherOwner, requireGrant, requireRank, tidyGrant } from './accounts.rules.ts';
import { CODE_PATTERN, EMAIL_PATTERN } from './people.rules.ts';

const passes = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

describe('a grant of a role', () => {
  it('is refused for an account above the actor, and to a role above the actor', () => {
    for (const role of ROLES)
      for (const from of ROLES)
        for (const to of ROLES) {
          const isAllowed = passes(() => requireGrant({ role }, from, to));
          const reach = role === 'owner' ? ROLES : ROLES.slice(ROLES.indexOf(role));
          const isBelow = reach.includes(from) && reach.includes(to);
          const isEqualBelowAdministrators =
            !['owner', 'administrator'].includes(role) && (from === role || to === role);
          expect(`${role}: ${from} to ${to}: ${isAllowed}`).toBe(
            `${role}: ${from} to ${to}: ${isBelow && !isEqualBelowAdministrators}`,
          );
        }
    expect(passes(() => requireGrant({ role: 'administrator' }, 'member', 'owner'))).toBe(false);
    expect(passes(() => requireRank({ role: 'administrator' }, 'owner'))).toBe(false);
  });

  it('limits an office only, and leaves no account without attendance as a member', () => {
    expect(tidyGrant({ role: 'office', sections: [' 5b', '5a', '5b'] }, 'staff').sections).toEqual([
      '5a',
      '5b',
    ]);
    expect(tidyGrant({ role: 'office', sections: [] }, 'admin').sections).toEqual([]);
    expect(tidyGrant({ role: 'office', sections: null }, 'admin').sections).toBeNull();
    expect(passes(() => tidyGrant({ role: 'teacher', sections: ['5a'] }, 'staff'))).toBe(false);
    expect(passes(() => tidyGrant({ role: 'member', sections: null }, 'admin'))).toBe(false);
    expect(passes(() => tidyGrant({ role: 'member', sections: null }, 'staff'))).toBe(true);
  });

  it('needs another owner with a password before an owner steps down', () => {
    expect(passes(() => requireAnotherOwner([1, 2], 1))).toBe(true);
    expect(passes(() => requireAnotherOwner([1], 1))).toBe(false);
    expect(passes(() => requireAnotherOwner([], 1))).toBe(false);
    // One who was invited steps down again: the other has a password.
    expect(passes(() => requireAnotherOwner([1], 2))).toBe(true);
  });
});

describe('the code of an account without attendance', () => {
  it.each(['ada', 'ada@example.org', 'ada+office', 'Ü.1'])('is made of the username %s', (username) => {
    expect(codeFor(username, 1)).toMatch(CODE_PATTERN);
    expect(codeFor(username, 2)).toMatch(CODE_PATTERN);
    expect(codeFor(username, 2)).not.toBe(codeFor(username, 1));
  });
});

describe('an address', () => {
  it.each(['ada@example.org', "o'neil+x@sub.example.org", 'ä@bücher.example'])('%s is one', (text) => {
    expect(text).toMatch(EMAIL_PATTERN);
  });
  it.each(['ada', '@x', 'a@b@c', 'a b@c', 'a@b\r\nBcc: c@d', 'Ada <a@b>', 'a@b,c@d', 'a@b;', 'a\u0000@b'])(
    '%j is none',
    (text) => {
      expect(text).not.toMatch(EMAIL_PATTERN);
    },
  );
});
