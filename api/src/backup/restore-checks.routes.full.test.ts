import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ArchiveContent,
  makeArchive,
  openArchive,
  restoreOf,
  sealArchive,
} from '../testing/archive-fixtures.ts';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let good: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await openTestApp();
  await app.person('K-1');
  await checkIn(app, 'K-1');
  await app.admin('POST', '/admin/notices', { title: 'Hello', content: 'World' });
  await app.person('A-1', { type: 'staff' });
  await app.pool.query(`update people set role = 'administrator' where code = 'A-1'`);
  good = await makeArchive(app);
});
afterAll(() => app.close());

const state = async () => {
  const { rows } = await app.pool.query(
    `select (select jsonb_agg(t order by id) from people t) as people,
       (select jsonb_agg(t order by person_id) from credentials t) as credentials,
       (select jsonb_agg(t) from institution t) as institution,
       (select count(*)::int from pg_namespace where nspname like 'rollcall%') as schemas`,
  );
  return rows[0];
};

type Change = NonNullable<Parameters<typeof sealArchive>[2]>;
type Edit = (content: ArchiveContent) => Change;

const rowOf = ({ tables }: ArchiveContent, table: string): Record<string, unknown> => {
  const row = tables[table]?.[0];
  if (!row) throw new Error(`The archive has no ${table}.`);
  return row;
};

const field =
  (table: string, name: string, value: unknown): Edit =>
  (content) => {
    rowOf(content, table)[name] = value;
    return {};
  };
const sequence =
  (name: string, value: unknown): Edit =>
  (content) => {
    content.sequences[name] = value;
    return {};
  };
const table =
  (name: string, row: Record<string, unknown>): Edit =>
  ({ tables }) => {
    tables[name] = [...(tables[name] ?? []), row];
    return {};
  };
const head =
  (change: NonNullable<Change['head']>): Edit =>
  () => ({ head: change });
const text =
  (from: string | RegExp, to: string): Edit =>
  () => ({ lines: (lines) => lines.replace(from, to) });

const DEEP = `"tags":${'['.repeat(5000)}${']'.repeat(5000)}`;

/** Sealed archives whose content no Rollcall wrote, and a word of the sentence that refuses each. */
const HOSTILE: [string, Edit, string][] = [
  ['a time zone that does not exist', field('institution', 'time_zone', 'Mars/Phobos'), 'Mars/Phobos'],
  ['no owner', field('people', 'role', 'administrator'), 'no owner'],
  ['a deleted owner', field('people', 'deleted_at', '2026-01-01T00:00:00Z'), 'people'],
  ['an owner without password', field('credentials', 'password_hash', ''), 'no password'],
  ['sequences at their end', sequence('sessions.id', 2 ** 31 - 1), 'used up'],
  ['a row with the last id', field('notices', 'id', 2 ** 31 - 1), 'used up'],
  ['a sequence that is a text', sequence('people.id', '7'), 'whole numbers'],
  ['a sequence of 1e300', sequence('people.id', 1e300), 'whole numbers'],
  ['a table that does not exist', table('invoices', { id: 1 }), 'invoices'],
  ['sessions', table('sessions', { id: 1 }), 'sessions'],
  ['face keys', table('face_keys', { person_id: 1 }), 'keys'],
  ['schema 0', head({ schema: 0 }), 'damaged'],
  ['schema -1', head({ schema: -1 }), 'damaged'],
  ['schema 1.5', head({ schema: 1.5 }), 'damaged'],
  ['a schema of the future', head({ schema: 9999 }), 'newer'],
  ['another institution in the head', head({ institution: 'Test School 2' }), 'another institution'],
  ['demo rows', field('institution', 'is_demo', true), 'another institution'],
  ['a row that is not JSON', text('{"id"', '{id"'), 'not JSON'],
  ['a row that is a list', text(/\n\{"id".*\n/, '\n[1]\n'), 'plain record'],
  ['a deep row', text('"tags":[]', DEEP), 'plain record'],
  ['a NUL character', field('notices', 'title', 'a\u0000b'), 'notices'],
  ['a number that does not fit', field('notices', 'id', 2 ** 40), 'notices'],
  ['a check-in of a person who is not there', field('check_ins', 'person_id', 77), 'check_ins'],
  ['a broken constraint', field('notices', 'priority', 'shouting'), 'notices'],
  ['infinity as a time', field('notices', 'created_at', 'infinity'), '9999'],
  ['a line of 9 million letters', text('World', 'x'.repeat(9_000_000)), 'too long'],
];
/** A restore loads by the same code as a dry run; these prove that it does. */
const RESTORED_TOO = new Set([
  'a time zone that does not exist',
  'sessions',
  'a deep row',
  'infinity as a time',
]);

describe('a dry run', () => {
  it.each(HOSTILE)('and a restore refuse %s in a sentence, and change nothing', async (name, edit, word) => {
    const content = await openArchive(app, good);
    const archive = await sealArchive(app, content, edit(content));
    const before = await state();
    const { body: uploaded, status: uploadStatus } = await app.upload('/admin/restore/upload', archive);
    if (uploadStatus !== 200) {
      expect([uploadStatus, uploaded.error.code]).toEqual([422, 'archive_refused']);
      expect(uploaded.message).toContain(word);
      return;
    }
    for (const dry_run of RESTORED_TOO.has(name) ? [true, false] : [true]) {
      const { status, body } = await app.admin('POST', '/admin/restore', {
        upload: uploaded.upload,
        dry_run,
        institution_name: 'Test School',
      });
      expect([status, body.error?.code]).toEqual([422, 'archive_refused']);
      expect(body.message).toContain(word);
    }
    expect(await state()).toEqual(before);
    expect(app.failures).toEqual([]);
  });

  it('says that the administrator will have the password of the backup', async () => {
    const content = await openArchive(app, good);
    rowOf(content, 'credentials').password_hash = await app.passwords.hash('of the attacker');
    const { status, body } = await restoreOf(app, await sealArchive(app, content), { dryRun: true });
    expect([status, body.archive.admin_password_changes]).toEqual([200, true]);
  });

  it('leaves nothing behind', async () => {
    const before = await state();
    expect((await restoreOf(app, good, { dryRun: true })).status).toBe(200);
    expect(await state()).toEqual(before);
    expect(before.schemas).toBe(0);
  });
});

describe('a restore by an administrator who is no owner', () => {
  const restoreAs = async (token: string, archive: Uint8Array<ArrayBuffer>, dry_run: boolean) => {
    const { body } = await app.upload('/admin/restore/upload', archive);
    const request = { upload: body.upload, dry_run, institution_name: 'Test School' };
    return app.call('POST', '/admin/restore', { token, body: request });
  };
  const rowWith = ({ tables }: ArchiveContent, code: string) => {
    const row = tables.people?.find((each) => each.code === code);
    if (!row) throw new Error(`The archive has no ${code}.`);
    return row;
  };
  const passkey: Edit = (content) => {
    const key = { person_id: rowWith(content, 'admin').id, id: 1, counter: 0 };
    const made = { name: 'Mine', rp_id: 'x', transports: [], created_at: '2026-03-01T00:00:00Z' };
    content.tables.passkeys = [
      { ...key, ...made, credential_id: 'mine', public_key: '\\x01', last_used_at: null },
    ];
    return {};
  };
  const roles =
    (given: Readonly<Record<string, string>>): Edit =>
    (content) => {
      for (const [code, role] of Object.entries(given)) rowWith(content, code).role = role;
      return {};
    };
  const CHANGES: [string, Edit][] = [
    ['another owner', roles({ 'A-1': 'owner' })],
    ['no owner of now', roles({ 'A-1': 'owner', admin: 'administrator' })],
    ['another password of an owner', field('credentials', 'password_hash', 'test:mine')],
    ['a second factor of an owner', passkey],
    [
      'a recovery code of an owner',
      (content) => {
        const personId = rowWith(content, 'admin').id;
        content.tables.recovery_codes = [{ person_id: personId, digest: `\\x${'01'.repeat(32)}` }];
        return {};
      },
    ],
    ['another address of an owner', field('people', 'email', 'mine@school.example')],
  ];

  it.each(CHANGES)('is refused where the archive has %s, and changes nothing', async (name, edit) => {
    const content = await openArchive(app, good);
    const archive = await sealArchive(app, content, edit(content));
    const before = await state();
    const token = await app.signIn('a-1');
    // A restore loads by the same code as a dry run; one of them proves that it does.
    for (const dryRun of name === 'no owner of now' ? [true, false] : [true]) {
      const { status, body } = await restoreAs(token, archive, dryRun);
      expect([status, body.error?.code]).toEqual([403, 'owners_change']);
    }
    expect(await state()).toEqual(before);
  });

  it('is done where owners stay as they are, also when they have used their second factors since', async () => {
    const content = await openArchive(app, good);
    passkey(content);
    // Administrators may be others: nobody needs a higher role for that.
    rowWith(content, 'K-1').role = 'administrator';
    const { body } = await app.upload('/admin/restore/upload', await sealArchive(app, content));
    await app.pool.query(
      `insert into passkeys (person_id, credential_id, public_key, counter, transports, rp_id, name, created_at)
       select id, 'mine', '\\x01', 7, '{}', 'x', 'Mine', now() from people where code = 'admin'`,
    );
    const request = { upload: body.upload, dry_run: false, institution_name: 'Test School' };
    const token = await app.signIn('a-1');
    const done = await app.call('POST', '/admin/restore', { token, body: request });
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    await app.pool.query('delete from passkeys');
    await app.pool.query(`delete from audit where action = 'restored'`);
  });
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((go) => {
    open = go;
  });
  return { opened, open };
}

describe('while a restore runs', () => {
  it('a second one is refused, calls are answered with 503, and the progress is shown', async () => {
    const { body: one } = await app.upload('/admin/restore/upload', good);
    const { body: two } = await app.upload('/admin/restore/upload', good);
    const token = await app.adminToken();
    const start = ({ upload }: { upload: string }) =>
      app.call('POST', '/admin/restore', {
        token,
        body: { upload, dry_run: false, institution_name: 'Test School' },
      });
    const restore = gate();
    const holding = app.maintenance.hold(() => restore.opened);
    await expect.poll(() => app.maintenance.isOn()).toBe(true);
    const refused = await app.call('POST', '/admin/notices', { token, body: { title: 'x', content: 'y' } });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'maintenance']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.call('GET', '/health')).status).toBe(200);
    expect((await app.call('GET', `/restore/${one.upload}/progress`)).status).toBe(200);
    restore.open();
    await holding;

    const answers = await Promise.all([start(one), start(two)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    // Refused by the running restore, or by the maintenance that it began.
    expect([401, 409, 503]).toContain(statuses[1]);
    const { body } = await app.admin('GET', '/admin/audit?action=restored');
    expect(body.entries).toHaveLength(1);
  });

  it('an export that ends fails and leaves no file behind', async () => {
    const [written, restore, recording] = [gate(), gate(), gate()];
    const write = app.files.write;
    vi.spyOn(app.files, 'write').mockImplementationOnce(async (name, chunks) => {
      const stored = await write(name, chunks);
      written.open();
      await recording.opened;
      return stored;
    });
    const asked = app.admin('POST', '/admin/export/json');
    await written.opened;
    const holding = app.maintenance.hold(() => restore.opened);
    await expect.poll(() => app.maintenance.isOn()).toBe(true);
    recording.open();
    const { status, body } = await asked;
    expect([status, body.error.code]).toEqual([503, 'maintenance']);
    expect((await app.files.list()).filter(({ name }) => name.startsWith('export-'))).toEqual([]);
    restore.open();
    await holding;
    await app.services.jobs.tick();
    const { operations } = (await app.admin('GET', '/admin/operations')).body;
    expect(operations[0]).toMatchObject({ type: 'export_json', state: 'failed' });
  });
});

it('no restore happens when the backup before it fails, unless told', async () => {
  const broken = await openTestApp({
    database: { ...app, close: async () => {} },
    setUp: false,
    files: {
      ...app.files,
      write: (name, chunks) =>
        name.startsWith('backup-before')
          ? Promise.reject(new Error('broken'))
          : app.files.write(name, chunks),
      // The folder goes away after the commit: the restore has succeeded all the same.
      remove: (name) =>
        name.startsWith('upload-') ? Promise.reject(new Error('gone')) : app.files.remove(name),
    },
    masterKeys: app.keyNeeds.keys,
  });
  const { body: uploaded } = await broken.upload('/admin/restore/upload', good);
  const request = { upload: uploaded.upload, dry_run: false, institution_name: 'Test School' };
  const refused = await broken.admin('POST', '/admin/restore', request);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'backup_first']);
  const done = await broken.admin('POST', '/admin/restore', { ...request, without_backup: true });
  expect(done.status).toBe(200);
});
