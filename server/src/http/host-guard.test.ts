import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createHostGuard } from './host-guard.ts';

type Options = Parameters<typeof createHostGuard>[0];
const REAL: Options = {
  demoMode: false,
  trustProxy: false,
  publicUrl: undefined,
  allowedHosts: undefined,
  machine: 'Register.hillside.example',
};
const DEMO: Options = { ...REAL, demoMode: true };

const statusOf = async (options: Options, headers: Readonly<Record<string, string>>) => {
  const app = new Hono().use(createHostGuard(options)).get('/', (c) => c.text('ok'));
  return (await app.request('/', { headers })).status;
};
const allowed = async (options: Options, hosts: readonly string[]) => {
  const statuses = await Promise.all(hosts.map((host) => statusOf(options, { host })));
  return hosts.filter((_, index) => statuses[index] === 200);
};

const OF_THIS_MACHINE = [
  'localhost',
  'localhost:5000',
  '127.0.0.1:5000',
  '[::1]:5000',
  'LOCALHOST',
  'a.localhost',
];
const FOREIGN = [
  'evil.example',
  'evil.example:5000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'local.evil.example',
  'rollcall.local.evil.example',
  '',
];
const OF_THE_NETWORK = [
  '192.168.1.2:5000',
  '[fd00::5]',
  'rollcall',
  'rollcall.local',
  'rollcall.school.lan',
  'Rollcall.local.:5000',
];

describe('the name that a request asks for', () => {
  it('may be one of the certificate, beside a list of the operator too', async () => {
    const https = { names: ['attendance.school.example'] };
    const hosts = ['attendance.school.example:8443', 'evil.example'];
    expect(await allowed({ ...REAL, https }, hosts)).toEqual(hosts.slice(0, 1));
    expect(await allowed({ ...REAL, https, allowedHosts: ['x.example'] }, hosts)).toEqual(hosts.slice(0, 1));
    expect(await allowed(REAL, hosts)).toEqual([]);
  });

  it('is one of this machine in demo mode, or one that the operator lists', async () => {
    expect(await allowed(DEMO, OF_THIS_MACHINE)).toEqual(OF_THIS_MACHINE);
    expect(await allowed(DEMO, [...FOREIGN, ...OF_THE_NETWORK])).toEqual([]);
    const listed = { ...DEMO, allowedHosts: ['school.example'] };
    expect(await allowed(listed, ['school.example', 'localhost', 'evil.example'])).toEqual([
      'school.example',
      'localhost',
    ]);
  });

  it('is an address, a name of the own network or of the machine without any setting', async () => {
    expect(await allowed(REAL, [...OF_THIS_MACHINE, ...OF_THE_NETWORK])).toEqual([
      ...OF_THIS_MACHINE,
      ...OF_THE_NETWORK,
    ]);
    expect(await allowed(REAL, ['register.hillside.example', ...FOREIGN])).toEqual([
      'register.hillside.example',
    ]);
  });

  it('is the one of PUBLIC_URL as well', async () => {
    const options = { ...REAL, publicUrl: 'https://rollcall.hillside.example' };
    const hosts = ['Rollcall.hillside.example:443', 'evil.example', 'rollcall.local'];
    expect(await allowed(options, hosts)).toEqual(['Rollcall.hillside.example:443', 'rollcall.local']);
    expect(await allowed({ ...options, trustProxy: { hops: 1 } }, FOREIGN)).toEqual([]);
  });

  it('is one of ALLOWED_HOSTS or an address, where they are set', async () => {
    const options = { ...REAL, allowedHosts: ['school.example'] };
    const hosts = ['School.example:443', '127.0.0.1:5000', '192.168.1.2', 'evil.example', 'rollcall.local'];
    expect(await allowed(options, hosts)).toEqual(hosts.slice(0, 3));
    expect(await allowed({ ...options, trustProxy: { hops: 1 } }, hosts)).toEqual(hosts.slice(0, 3));
  });

  it('is whatever a proxy lets through, unless names are set', async () => {
    expect(await allowed({ ...REAL, trustProxy: { hops: 1 } }, FOREIGN)).toEqual(FOREIGN);
  });
});

describe('a request that came through a proxy', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'Via'])(
    'is refused in demo mode: %s',
    async (header) => {
      const headers = { host: 'localhost', [header]: '203.0.113.9' };
      expect(await statusOf(DEMO, headers)).toBe(403);
      expect(await statusOf(REAL, headers)).toBe(200);
    },
  );
});
