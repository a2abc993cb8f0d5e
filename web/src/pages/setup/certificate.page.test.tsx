import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const CERTIFICATE = {
  addresses: ['https://192.168.1.20:8443', 'https://school.local:8443'],
  setupAddress: 'http://192.168.1.20:5000/setup/certificate',
  fingerprint: 'AA:BB:CC:DD:EE:FF:01:02',
  expiresAt: new Date('2036-11-14T08:00:00Z'),
};

let off: TestApp;
let on: TestApp;
let hereOnly: TestApp;
beforeAll(async () => {
  off = await openTestApp();
  // Devices can be prepared before the institution is set up.
  on = await openTestApp({ certificate: CERTIFICATE, setUp: false });
  hereOnly = await openTestApp({
    certificate: { ...CERTIFICATE, addresses: ['https://localhost:8443'], setupAddress: null },
  });
});
afterAll(async () => {
  for (const each of [off, on, hereOnly]) await each.close();
});

describe('the certificate page', () => {
  it('leads a device to the server without a sign-in: code, download for each system, fingerprint, addresses', async () => {
    const { person, where } = await renderApp(on, '/setup/certificate');
    expect(await screen.findByRole('img', { name: 'QR code with the address of this page' })).toBeTruthy();
    expect(where().pathname).toBe('/setup/certificate');
    expect(screen.getByText(CERTIFICATE.setupAddress)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'iPhone and iPad' }));
    const profile = await screen.findByRole('link', { name: 'Download the certificate (iPhone and iPad)' });
    expect(profile.getAttribute('href')).toBe('/setup/rollcall.mobileconfig');
    await person.click(screen.getByRole('button', { name: 'Android' }));
    const file = await screen.findByRole('link', { name: 'Download the certificate (Android)' });
    expect(file.getAttribute('href')).toBe('/setup/rollcall-ca.crt');
    expect(screen.getByLabelText('Fingerprint (SHA-256)').textContent).toBe('AABBCCDDEEFF0102');
    expect(screen.getByText(/valid until .*2036/)).toBeTruthy();
    const links = within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    for (const address of CERTIFICATE.addresses) expect(links).toContain(`${address}/kiosk`);
  });

  it('says how to turn it on where it is off, and shows no code', async () => {
    await renderApp(off, '/setup/certificate');
    expect(await screen.findByRole('heading', { name: 'HTTPS is off on this server' })).toBeTruthy();
    expect(screen.getByText(/HTTPS=local HOST/)).toBeTruthy();
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  });

  it('says that no other device gets in where the server listens on its own machine only', async () => {
    await renderApp(hereOnly, '/setup/certificate');
    expect(await screen.findByText(/starts it with HOST=0\.0\.0\.0/)).toBeTruthy();
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'https://localhost:8443/kiosk' })).toBeTruthy();
  });

  it('offers to try again when the server does not answer', async () => {
    const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      return request.url.endsWith('/certificate')
        ? new Response('', { status: 502 })
        : off.app.fetch(request);
    };
    await renderApp(off, '/setup/certificate', { fetch });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByText(/HTTPS is off/)).toBeNull();
  });

  it('is there in Arabic, with addresses from left to right', async () => {
    await renderApp(on, '/setup/certificate', { language: 'ar' });
    expect(await screen.findByRole('heading', { name: 'استخدام الكاميرا على أجهزة أخرى' })).toBeTruthy();
    const address = await screen.findByText(CERTIFICATE.setupAddress);
    expect(address.closest('[dir=ltr]')).toBeTruthy();
  });
});
