import { describe, expect, it } from 'vitest';
import { startMessage } from './start-message.ts';

const BASE = {
  env: { host: '0.0.0.0', dataDir: '/data', demoMode: false },
  port: 5000,
  place: 'PostgreSQL',
  setupCode: null,
};
const CERTIFICATE = {
  addresses: ['https://192.168.1.20:8443', 'https://school.local:8443'],
  setupAddress: 'http://192.168.1.20:5000/setup/certificate',
  fingerprint: 'AA',
  expiresAt: new Date('2036-01-01T00:00:00Z'),
};

describe('the start message', () => {
  it('has the https addresses and a code for other devices, within 80 columns', () => {
    const text = startMessage({ ...BASE, certificate: CERTIFICATE });
    expect(text).toContain('HTTPS                  https://192.168.1.20:8443\n');
    expect(text).toContain(' https://school.local:8443\n');
    const code = text.split('\n').filter((line) => /[█▀▄]/.test(line));
    // Version 3 of a QR code with a border of two modules, two of them in a line.
    expect(code).toHaveLength(17);
    expect(Math.max(...code.map((line) => line.length))).toBeLessThan(80);
  });

  it('says how other devices get in where the server listens on its own machine only, and has no code', () => {
    const text = startMessage({ ...BASE, certificate: { ...CERTIFICATE, setupAddress: null } });
    expect(text).toContain('set HOST=0.0.0.0');
    expect(text).not.toMatch(/[█▀▄]/);
  });

  it('says nothing of https without a certificate', () => {
    expect(startMessage({ ...BASE, certificate: null })).not.toContain('HTTPS');
  });
});
