import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { pairKiosk, type TestDevice } from '@rollcall/api/testing/test-kiosk';
import { createTestQueue, type TestQueue } from '@rollcall/api/testing/test-kiosk-queue';
import { createTestClock, createTestFiles, createTestMasterKeys } from '@rollcall/api/testing/test-ports';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import type { Db } from '@rollcall/db/connection';
import type pg from 'pg';

const FIRST_DAY = '2026-03-02T00:15:00Z';
const MEANS = ['pin', 'card'];

/** A person who comes every day, with what they show. */
export interface Comer {
  readonly code: string;
  pin: string;
  card: string;
}

export interface Door {
  readonly device: TestDevice;
  readonly queue: TestQueue;
  readonly setMeans: (means: readonly string[]) => Promise<void>;
  readonly means: readonly string[];
}

/** Two servers of one institution, a third one without the master key, their doors and the people who come. */
export async function openDoors(
  database: { readonly db: Db; readonly pool: pg.Pool },
  size: { readonly doors: number; readonly people: number },
) {
  const clock = createTestClock(FIRST_DAY);
  const masterKeys = createTestMasterKeys();
  const shared = { clock, files: createTestFiles(clock), limits: 'none' } as const;
  const kept = { ...database, close: async () => {} };
  const open = (id: string, more: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> =>
    openTestApp({ ...shared, masterKeys, database: kept, server: { id, isAlone: false }, ...more });
  const one = await open('one');
  const two = await open('two', { setUp: false });
  const blind = await open('blind', {
    setUp: false,
    masterKeys: createInstallationKeys([], { kind: 'missing', expected: 'test' }),
  });

  const doors: Door[] = [];
  for (let at = 1; at <= size.doors; at += 1) {
    const settings = { name: `Door ${at}`, means: MEANS };
    const device = await pairKiosk(one, settings);
    const queue = await createTestQueue(one, device);
    const setMeans = async (means: readonly string[]): Promise<void> => {
      const { body } = await one.admin('GET', '/admin/kiosks');
      const own = body.kiosks.find(({ id }: { id: string }) => id === device.kioskId);
      await one.admin('PUT', `/admin/kiosks/${device.kioskId}`, { ...own, means });
    };
    doors.push({ device, queue, setMeans, means: MEANS });
  }

  let made = 0;
  const next = (): number => {
    made += 1;
    return made;
  };
  /** An unused number of eight digits. */
  const newCard = (): string => String(10_000_000 + 7 * next());
  const newPin = (): string => String(1000 + ((next() * 7919) % 9000));
  const choosePin = async (comer: Comer): Promise<void> => {
    const token = await one.signIn(comer.code.toLowerCase());
    for (let status = 0; status !== 200; ) {
      comer.pin = newPin();
      ({ status } = await one.call('PUT', '/user/pin', { token, body: { pin: comer.pin } }));
    }
  };
  const giveCard = async (comer: Comer): Promise<void> => {
    const path = `/admin/users/${comer.code}/cards`;
    const { cards } = (await one.admin('GET', path)).body;
    for (const { id, revoked_at } of cards)
      if (revoked_at === null) await one.admin('DELETE', `${path}/${id}`);
    comer.card = newCard();
    await one.call('POST', path, { token: await one.adminToken(), body: { number: comer.card } });
  };
  const people: Comer[] = [];
  for (let at = 1; at <= size.people; at += 1) {
    const comer = { code: `P-${at}`, pin: '', card: '' };
    await one.person(comer.code);
    await choosePin(comer);
    await giveCard(comer);
    people.push(comer);
  }
  return { clock, one, two, blind, doors, people, choosePin, giveCard, pool: database.pool };
}

export type Doors = Awaited<ReturnType<typeof openDoors>>;
