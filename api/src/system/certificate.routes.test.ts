import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let off: TestApp;
let on: TestApp;
beforeAll(async () => {
  off = await openTestApp();
  on = await openTestApp({
    // Before there is anybody who could sign in.
    setUp: false,
    certificate: {
      addresses: ['https://192.168.1.20:8443', 'https://school.local:8443'],
      setupAddress: 'http://192.168.1.20:5000/setup/certificate',
      fingerprint: 'AA:BB',
      expiresAt: new Date('2036-11-01T00:00:00Z'),
    },
  });
});
afterAll(async () => {
  await off.close();
  await on.close();
});

describe('the certificate of a server with HTTPS of its own', () => {
  it('is described to anybody, also before the set-up', async () => {
    const { status, body } = await on.call('GET', '/setup/certificate');
    expect(status).toBe(200);
    expect(body).toEqual({
      addresses: ['https://192.168.1.20:8443', 'https://school.local:8443'],
      setup_address: 'http://192.168.1.20:5000/setup/certificate',
      fingerprint: 'AA:BB',
      expires_at: '2036-11-01T00:00:00.000Z',
    });
  });

  it('does not exist elsewhere', async () => {
    const { status, body } = await off.call('GET', '/setup/certificate');
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});
