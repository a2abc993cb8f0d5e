import { describe, expect, it } from 'vitest';
import { digestOfRecoveryCode, methodsOf, newRecoveryCodes, relyingPartyOf } from './factors.rules.ts';
import { newTotpSecret, stepOfCode, totpSetUp } from './totp.rules.ts';

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

describe('relyingPartyOf', () => {
  it.each([
    ['https://attendance.school.example', 'attendance.school.example'],
    ['https://attendance.school.example:8443/', 'attendance.school.example'],
    ['http://localhost:5000', 'localhost'],
    ['http://demo.localhost', 'demo.localhost'],
  ])('finds the name in %s', (origin, id) => {
    expect(relyingPartyOf(origin)).toEqual({ id, origin: new URL(origin).origin });
  });

  it.each([
    [null],
    ['http://attendance.school.example'],
    ['https://192.0.2.7'],
    ['https://[2001:db8::1]'],
    ['http://127.0.0.1:5000'],
    ['http://localhost.school.example'],
    ['ftp://localhost'],
    ['nonsense'],
  ])('is null for %s, where browsers offer no passkeys', (origin) => {
    expect(relyingPartyOf(origin)).toBeNull();
  });
});

describe('recovery codes', () => {
  it('are ten different ones of 80 bits, compared without case and dashes, each for one person', async () => {
    const codes = newRecoveryCodes(random);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    const [code = ''] = codes;
    const digest = await digestOfRecoveryCode(1, code);
    expect(await digestOfRecoveryCode(1, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(digest);
    expect(await digestOfRecoveryCode(2, code)).not.toEqual(digest);
  });
});

describe('codes of an app', () => {
  // RFC 6238, appendix B: the secret and the last six digits of its eight.
  const secret = new TextEncoder().encode('12345678901234567890');
  const at = new Date(1_111_111_109_000);

  it('are those of RFC 6238, and name the thirty seconds they belong to', () => {
    expect(stepOfCode(secret, '081804', at)).toBe(37_037_036);
    expect(stepOfCode(secret, '081 804', at)).toBe(37_037_036);
    expect(stepOfCode(secret, '081805', at)).toBeNull();
    expect(stepOfCode(secret, '', at)).toBeNull();
  });

  it('are accepted thirty seconds early and late, and no further', () => {
    const moved = (seconds: number) => stepOfCode(secret, '081804', new Date(at.getTime() + seconds * 1000));
    expect([moved(30), moved(-30)]).toEqual([37_037_036, 37_037_036]);
    expect([moved(61), moved(-61)]).toEqual([null, null]);
  });

  it('are set up with an address that names institution and account', () => {
    const made = totpSetUp(newTotpSecret(random), { issuer: 'Hill & Dale', label: 'maya:1' });
    const uri = new URL(made.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('issuer')).toBe('Hill & Dale');
    expect(uri.searchParams.get('secret')).toBe(made.secret);
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe('methodsOf', () => {
  const secret = { masterKeyId: 'a', sealed: new Uint8Array() };
  it('leaves out what cannot be checked here', () => {
    const all = { passkeys: 1, totp: secret, recoveryCodes: 3 };
    expect(methodsOf(all, { passkeys: true, totp: true })).toEqual(['passkey', 'totp', 'recovery_code']);
    expect(methodsOf(all, { passkeys: false, totp: false })).toEqual(['recovery_code']);
    expect(methodsOf({ ...all, recoveryCodes: 0 }, { passkeys: false, totp: false })).toEqual([]);
  });
});
