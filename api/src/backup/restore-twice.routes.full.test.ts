import { afterAll, beforeAll, expect, it } from 'vitest';
import { asSchema7, makeArchive, openArchive, restoreOf, sealArchive } from '../testing/archive-fixtures.ts';
import { checkIn, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { createScriptedEngine, enrolFace } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** A journey: an institution restores older backups again and again, and nobody who left comes back. */

let app: TestApp;
let older: Uint8Array<ArrayBuffer>;
let archive: Uint8Array<ArrayBuffer>;
let exported: string;

beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  for (const [person, id] of ['B-5', 'B-6', 'B-7', 'X-1', 'X-2', 'STAYS'].entries()) {
    const { token } = await app.person(id, { name: `Name of ${id}` });
    await checkIn(app, id);
    await app.call('POST', '/user/consent', { token });
    await enrolFace(app, id, person);
  }
  // As in an institution that was upgraded after `older` was made.
  await app.pool.query(
    `update people set uid = md5('rollcall person ' || id || ' of Test School since 2026-03-02')::uuid`,
  );
  older = await asSchema7(app, await makeArchive(app));
  app.clock.advance(3_600_000);
  // Section and working days have a history from here on.
  await app.admin('PUT', '/admin/users/STAYS', { class_section: 'CS-B' });
  await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6] });
  await giveRoles();
  archive = await makeArchive(app);
  exported = (await app.admin('POST', '/admin/export/json')).body.export_file;
  app.clock.advance(3_600_000);

  await app.admin('DELETE', '/admin/users/B-5?erase=true');
  await app.admin('DELETE', '/admin/users/B-6');
  await app.admin('DELETE', '/admin/accounts/helper');
  await app.admin('PUT', '/admin/accounts/STAYS', { role: 'member' });
  await app.call('DELETE', '/user/consent', { token: await app.signIn('b-7'), address: '203.0.113.7' });
  // X-1 takes another code, somebody else gets the old one and is erased; X-2 is erased under another code.
  await app.admin('PUT', '/admin/users/X-1', { user_id: 'X-1-NEW' });
  await app.person('X-1', { name: 'Another Person', username: 'another' });
  await app.admin('DELETE', '/admin/users/X-1?erase=true');
  await app.admin('PUT', '/admin/users/X-2', { user_id: 'X-2-NEW' });
  await app.admin('DELETE', '/admin/users/X-2-NEW?erase=true');
});
afterAll(() => app.close());

/** STAYS teaches a class; an office keeps its sections, another one is deleted later. Set-ups of before had no roles. */
async function giveRoles(): Promise<void> {
  for (const username of ['desk', 'helper'])
    await app.admin('POST', '/admin/accounts', {
      name: username,
      username,
      role: 'office',
      sections: ['CS-A'],
    });
  await app.admin('PUT', '/admin/accounts/STAYS', { role: 'teacher' });
  const { body } = await app.admin('POST', '/admin/classes', {
    name: 'Maths',
    startTime: '09:00',
    endTime: '10:00',
  });
  const teachers = [{ user_id: 'STAYS', first_day: '2026-03-02', last_day: '2026-03-03' }];
  await app.admin('PUT', `/admin/classes/${body.class.id}/teachers`, { teachers });
}

const roles = async () => {
  const { body } = await app.admin('GET', '/admin/accounts');
  return body.accounts
    .filter(({ role }: { role: string }) => role !== 'member')
    .map((each: Record<string, unknown> & { classes: { name: string; last_day: string }[] }) => [
      each.user_id,
      each.role,
      each.sections,
      each.classes.map(({ name, last_day }) => `${name} until ${last_day}`).join(),
    ]);
};

const codes = async () => {
  const { body } = await app.admin('GET', '/admin/users');
  return body.users.map((user: { id: string }) => user.id).sort();
};

const expectNobodyBack = async () => {
  expect(await codes()).toEqual(['B-7', 'STAYS', 'X-1']);
  const { rows } = await app.pool.query(
    `select name from people where name like 'Name of%' or name like 'Another%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['Name of B-7', 'Name of STAYS', 'Name of X-1']);
  // The days of B-6 stay under a pseudonym, those of the erased people are gone.
  const { rows: days } = await app.pool.query('select count(*)::int as count from attendance_days');
  expect(days).toEqual([{ count: 4 }]);
  const { rows: consents } = await app.pool.query(
    `select p.code, (select count(*)::int from face_templates f where f.person_id = p.id) as templates
     from consents c join people p on p.id = c.person_id where c.withdrawn_at is null order by 1`,
  );
  expect(consents).toEqual([
    { code: 'STAYS', templates: 3 },
    { code: 'X-1', templates: 3 },
  ]);
};

const expectProofs = async () => {
  const { body: erased } = await app.admin('GET', '/admin/audit?action=person_erased');
  expect(erased.entries.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
    'B-5',
    'X-1',
    'X-2-NEW',
  ]);
  expect(erased.entries[0].detail).toMatchObject({ attendance: 'removed', key_destroyed: true });
  const { body: deleted } = await app.admin('GET', '/admin/audit?action=person_deleted');
  expect(deleted.entries).toHaveLength(1);
};

it('says beforehand who is removed again and which consents stay withdrawn', async () => {
  for (const each of [archive, older]) {
    const { status, body } = await restoreOf(app, each, { dryRun: true });
    expect([status, body.archive]).toMatchObject([
      200,
      {
        removed_again:
          each === archive
            ? { erased: 2, deleted: 2, ids: ['B-5', 'X-2', 'B-6', 'helper'] }
            : { erased: 2, deleted: 1, ids: ['B-5', 'X-2', 'B-6'] },
        consents_withdrawn_again: 1,
        admin_password_changes: false,
      },
    ]);
  }
});

it('removes nobody of another institution whose people have the same numbers', async () => {
  const content = await openArchive(app, older);
  Object.assign(content.tables.institution?.[0] ?? {}, { name: 'Hill School' });
  const other = await sealArchive(app, content, { head: { institution: 'Hill School' } });
  // Of before tombstones: a code that somebody has in the other institution too.
  await app.pool.query(`insert into tombstones (former_code, what, at) values ('stays', 'erased', now())`);
  const { status, body } = await restoreOf(app, other, { dryRun: true });
  await app.pool.query(`delete from tombstones where former_code = 'stays'`);
  expect([status, body.archive]).toMatchObject([
    200,
    { institution: 'Hill School', removed_again: { erased: 0, deleted: 0 }, consents_withdrawn_again: 0 },
  ]);
});

it('removes them with every restore, and keeps the proofs', async () => {
  for (const each of [archive, archive, older]) {
    const { status, body } = await restoreOf(app, each);
    const deleted = each === archive ? 2 : 1;
    expect([status, body.archive?.removed_again]).toMatchObject([200, { erased: 2, deleted }]);
    expect(await roles()).toEqual(
      each === archive
        ? [
            ['admin', 'owner', null, ''],
            ['desk', 'office', ['CS-A'], ''],
            ['STAYS', 'teacher', null, 'Maths until 2026-03-03'],
          ]
        : [['admin', 'owner', null, '']],
    );
    await expectNobodyBack();
    await expectProofs();
    expect(await rollupDifferences(app)).toEqual([]);
    // Work goes on with numbers that no row has yet.
    expect((await app.admin('POST', '/admin/backup/database')).status).toBe(200);
  }
  const { body } = await app.admin('GET', '/admin/audit?action=restored');
  expect(body.entries).toHaveLength(3);
});

it('keeps earlier backups downloadable, and one of before each restore; an export ends with an erasure', async () => {
  const { body } = await app.admin('GET', '/admin/operations');
  const files: string[] = body.operations.map(({ filename }: { filename: string }) => filename);
  expect(files).toContain(exported);
  expect(files.filter((file) => file.startsWith('backup-before-restore-'))).toHaveLength(3);
  for (const file of files.filter((each) => each.startsWith('backup-')))
    expect((await app.download(`/admin/download/${file}`)).status).toBe(200);
  await app.services.backup.removeExpired();
  expect((await app.download(`/admin/download/${exported}`)).status).toBe(404);
});

it('brings back what was changed before the wrong restore, from the backup that it made first', async () => {
  await app.person('LATE-1');
  const { rows: late } = await app.pool.query(`select id from people where code = 'LATE-1'`);
  await app.pool.query(`insert into seen_images values (sha256('photo'), now())`);
  expect((await restoreOf(app, archive)).status).toBe(200);
  expect(await codes()).not.toContain('LATE-1');
  // A photo that was accepted before is not accepted again, and no id is given to two people.
  const { rows: seen } = await app.pool.query(`select 1 from seen_images where digest = sha256('photo')`);
  expect(seen).toHaveLength(1);
  await app.person('NEXT-1');
  const { rows: next } = await app.pool.query(`select id from people where code = 'NEXT-1'`);
  expect(next[0].id).toBeGreaterThan(late[0].id);

  const { body } = await app.admin('GET', '/admin/operations');
  const newest = body.operations.find(({ filename }: { filename: string }) =>
    filename.startsWith('backup-before-restore-'),
  );
  const response = await app.download(`/admin/download/${newest.filename}`);
  expect((await restoreOf(app, new Uint8Array(await response.arrayBuffer()))).status).toBe(200);
  expect(await codes()).toEqual(['B-7', 'LATE-1', 'STAYS', 'X-1']);
});

it('leaves no name of somebody who is erased after a restore, not even where they withdrew their consent', async () => {
  const named = () =>
    app.pool.query(
      `select action, actor_name, address from audit
       where to_jsonb(audit)::text ilike any ('{%Name of B-7%, %203.0.113.7%}')`,
    );
  expect((await named()).rows).toContainEqual({
    action: 'consent_withdrawn',
    actor_name: 'Name of B-7',
    address: '203.0.113.7',
  });
  await app.admin('DELETE', '/admin/users/B-7?erase=true');
  expect((await named()).rows).toEqual([]);
});
