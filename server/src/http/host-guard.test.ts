import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createHostGuard } from './host-guard.ts';

const statusOf = async (
  options: Parameters<typeof createHostGuard>[0],
  headers: Readonly<Record<string, string>>,
) => {
  const app = new Hono().use(createHostGuard(options)).get('/', (c) => c.text('ok'));
  return (await app.request('/', { headers })).status;
};

describe('the name that a request asks for', () => {
  it.each(['localhost', 'localhost:5000', '127.0.0.1:5000', '[::1]:5000', 'LOCALHOST', 'rollcall.localhost'])(
    'is one of this machine in demo mode: %s',
    async (host) => {
      expect(await statusOf({ demoMode: true, trustProxy: false, allowedHosts: undefined }, { host })).toBe(
        200,
      );
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.2', ''])(
    'is refused in demo mode when it is another: %j',
    async (host) => {
      expect(await statusOf({ demoMode: true, trustProxy: false, allowedHosts: undefined }, { host })).toBe(
        421,
      );
    },
  );

  it('is one of the allowed or of this machine in demo mode, where names are set', async () => {
    const options = { demoMode: true, trustProxy: false, allowedHosts: ['school.example'] };
    expect(await statusOf(options, { host: 'school.example' })).toBe(200);
    expect(await statusOf(options, { host: 'localhost' })).toBe(200);
    expect(await statusOf(options, { host: 'evil.example' })).toBe(421);
  });

  it('is one of the allowed, where they are set', async () => {
    const options = { demoMode: false, trustProxy: false, allowedHosts: ['school.example'] };
    expect(await statusOf(options, { host: 'School.example:443' })).toBe(200);
    expect(await statusOf(options, { host: 'evil.example' })).toBe(421);
    expect(
      await statusOf(
        { demoMode: false, trustProxy: false, allowedHosts: undefined },
        { host: 'any.example' },
      ),
    ).toBe(200);
  });
});

describe('a request that came through a proxy', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host'])(
    'is refused in demo mode: %s',
    async (header) => {
      const headers = { host: 'localhost', [header]: '203.0.113.9' };
      expect(await statusOf({ demoMode: true, trustProxy: false, allowedHosts: undefined }, headers)).toBe(
        403,
      );
      expect(await statusOf({ demoMode: false, trustProxy: false, allowedHosts: undefined }, headers)).toBe(
        200,
      );
    },
  );
});
