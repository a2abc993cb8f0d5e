import { openKeys } from '@rollcall/core/backup/archive/key-export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, enrolFace } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
});
afterAll(() => app.close());

const PASSPHRASE = 'correct horse battery';

const exported = async (passphrase: string) =>
  app.app.request('/api/admin/keys/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${await app.adminToken()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ passphrase }),
  });

async function* once(bytes: Uint8Array) {
  yield bytes;
}

describe('a key export', () => {
  it('holds the master key and all face keys, opens only with its passphrase and is audited', async () => {
    await app.person('K-1');
    await enrolFace(app, 'K-1', 1);
    const response = await exported(PASSPHRASE);
    expect(response.headers.get('content-disposition')).toContain('rollcall.keys');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { keys, kdf } = app.keyNeeds;
    const { master, faces } = await openKeys({ keys, kdf }, once(bytes), PASSPHRASE);
    expect(master.map(({ id }) => id)).toEqual([keys.current().id]);
    expect(faces).toHaveLength(1);
    await expect(openKeys({ keys, kdf }, once(bytes), 'another passphrase')).rejects.toThrow('passphrase');
    const { body } = await app.admin('GET', '/admin/audit?action=keys_exported');
    expect(body.entries[0]).toMatchObject({ actor: 'Administrator', detail: { face_keys: 1 } });
  });

  it('leaves no file on the server and needs a long enough passphrase', async () => {
    expect((await exported('short')).status).toBe(400);
    expect((await app.admin('GET', '/admin/operations')).body.operations).toEqual([]);
  });
});
