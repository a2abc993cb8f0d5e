import type { DBSchema, IDBPDatabase } from 'idb';
import { expect, it } from 'vitest';
import { openKept } from './open-kept.ts';

interface Handle {
  isClosed: boolean;
  terminate(): void;
}

/** A browser whose connections the test closes. */
function openBrowser() {
  const handles: Handle[] = [];
  let isBroken = false;
  const open = async (_name: string, _version?: number, { terminated }: { terminated?: () => void } = {}) => {
    if (isBroken) throw new DOMException('lost', 'UnknownError');
    const handle = {
      isClosed: false,
      terminate: () => terminated?.(),
      objectStoreNames: ['own'],
      transaction() {
        if (handle.isClosed) throw new DOMException('The connection is closing.', 'InvalidStateError');
      },
    };
    handles.push(handle);
    return handle as unknown as IDBPDatabase<DBSchema>; // the parts that are used
  };
  return {
    handles,
    setBroken: (value: boolean) => {
      isBroken = value;
    },
    database: openKept<DBSchema>('test', () => undefined, open as Parameters<typeof openKept>[2]),
  };
}

it('a kept database is opened once', async () => {
  const { handles, database } = openBrowser();
  expect(await database()).toBe(await database());
  expect(handles).toHaveLength(1);
});

it('a kept database is opened anew when the browser has closed the connection, with or without a word', async () => {
  const { handles, database } = openBrowser();
  const first = await database();
  Object.assign(first, { isClosed: true });
  const second = await database();
  expect(second).not.toBe(first);
  handles[1]?.terminate();
  expect(await database()).not.toBe(second);
  expect(handles).toHaveLength(3);
});

it('a kept database is opened anew after the browser could not open it', async () => {
  const { database, setBroken } = openBrowser();
  setBroken(true);
  await expect(database()).rejects.toThrow('lost');
  setBroken(false);
  expect(await database()).toBeTruthy();
});
