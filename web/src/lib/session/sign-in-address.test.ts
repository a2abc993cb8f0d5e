import { describe, expect, it } from 'vitest';
import { returnAddress, signInSearch } from './sign-in-address.ts';

describe('address to return to after the sign-in', () => {
  it('keeps a page of this app with its search parameters', () => {
    const address = '/admin/attendance?tab=register&section=CS-A';
    expect(returnAddress(address)).toBe(address);
    expect(signInSearch(address, 'expired')).toEqual({ next: address, reason: 'expired' });
  });

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'admin',
    `/admin?q=${'x'.repeat(600)}`,
    7,
    null,
  ])('refuses %s', (text) => expect(returnAddress(text)).toBeUndefined());

  it.each(['/', '/login?next=/admin', '/admin/login', '/login/done#ticket=x', '/faq', '/setup'])(
    'does not return to %s, which needs no sign-in',
    (address) => expect(signInSearch(address)).toEqual({}),
  );
});
