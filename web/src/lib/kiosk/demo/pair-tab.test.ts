import { createClient } from '@rollcall/api/client';
import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { KIOSK_SETTINGS } from '@rollcall/api/testing/test-kiosk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answer } from '../../api/api.ts';
import { createKioskClient } from '../kiosk-client.ts';
import { createKioskClock } from '../kiosk-clock.ts';
import type { KioskIdentity, KioskStore } from '../kiosk-store.ts';
import { pairTab } from './pair-tab.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ limits: 'none' });
});
afterAll(() => server.close());

const BASE = 'http://localhost:5000';
const through: typeof fetch = async (input, init) => server.app.fetch(new Request(input, init));

/** A browser that has never been a kiosk. */
function openBrowser() {
  let identity: KioskIdentity | null = null;
  let counter = 0;
  const store: KioskStore = {
    read: async () => identity,
    save: async (next) => {
      identity = next;
    },
    forget: async () => undefined,
    countOnFrom: async () => undefined,
    nextCounter: async () => ++counter,
  };
  const clock = createKioskClock();
  const client = createKioskClient({ fetch: through, base: BASE, store, clock, isPatient: true });
  const isKiosk = async () => {
    const found = await client.kiosk.$get().catch(() => null);
    return found?.ok === true;
  };
  return { store, client, isKiosk };
}

it('makes a browser a kiosk, keeps it one, and makes it the same one again after it was revoked', async () => {
  const token = await server.adminToken();
  const headers = () => ({ Authorization: `Bearer ${token}` });
  const admin = createClient(BASE, { fetch: through, headers }).api;
  const { store, client, isKiosk } = openBrowser();
  const pair = () => pairTab({ admin, store, isKiosk, name: 'Main door', language: 'de' });
  const kiosks = async () => (await server.admin('GET', '/admin/kiosks')).body.kiosks;

  await pair();
  expect(await kiosks()).toMatchObject([{ name: 'Main door', language: 'de', means: ['face', 'pin'] }]);
  expect((await answer(client.kiosk.$get())).name).toBe('Main door');
  const [{ id, paired }] = await kiosks();

  await pair();
  expect((await kiosks()).map((each: { paired: unknown }) => each.paired)).toMatchObject([
    { paired_at: paired.paired_at },
  ]);

  await server.admin('POST', '/admin/kiosks', { ...KIOSK_SETTINGS, name: 'Gym' });
  await server.admin('POST', `/admin/kiosks/${id}/revoke`);
  expect(await isKiosk()).toBe(false);
  await pair();
  expect((await store.read())?.kioskId).toBe(id);
  expect(await isKiosk()).toBe(true);
});
