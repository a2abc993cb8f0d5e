import type { Role } from '@rollcall/core/kernel/access';
import { checkIn, markAbsent } from './attendance-fixtures.ts';
import { enrolmentImages } from './scripted-engine.ts';
import type { TestApp } from './test-app.ts';

/** The section and the person of the office, the teacher and the member; those of others. */
export const OWN = { section: 'CS-A', person: 'A-1' } as const;
export const FOREIGN = { section: 'CS-Z', person: 'Z-1', personName: 'Zebulon Elsewhere' } as const;
/** A text that only answers about people and classes of others hold. */
export const FOREIGN_TEXT = /Zebulon|Faraway/;

/**
 * A school with one account of each role. The office has the section CS-A, the teacher a class of its people, the member
 * is one of them. There is as much about somebody of another section, class and office.
 */
export async function openSchool(app: TestApp) {
  const owner = await app.adminToken();
  const asOwner = async (method: string, path: string, body?: unknown) => {
    const answer = await app.call(method, path, { token: owner, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const member = (await app.person(OWN.person, { name: 'Ada Near' })).token;
  await app.person('A-2', { name: 'Bo Near' });
  const { token: foreignToken } = await app.person(FOREIGN.person, {
    name: FOREIGN.personName,
    class_section: FOREIGN.section,
  });
  const tokens: Record<Role, string> = {
    owner,
    member,
    administrator: (await app.person('R-ADM', { type: 'staff' })).token,
    office: (await app.person('R-OFF', { type: 'staff' })).token,
    teacher: (await app.person('R-TEA', { type: 'teacher' })).token,
  };
  const addClass = async (name: string, section: string, userIds: readonly string[]): Promise<number> => {
    const slot = { startTime: '10:00', endTime: '11:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const { id } = (await asOwner('POST', '/admin/classes', { name, section, subject: name, ...slot })).class;
    await asOwner('PUT', `/admin/classes/${id}/roster`, { user_ids: userIds });
    return id;
  };
  const ownClass = await addClass('Near class', OWN.section, [OWN.person, 'A-2']);
  const foreignClass = await addClass('Faraway class', FOREIGN.section, [FOREIGN.person]);
  await app.pool.query(
    `insert into class_teachers (class_id, person_id) select $1, id from people where code = 'R-TEA'`,
    [ownClass],
  );
  // Another administrator would have to sign in by name: only from here on.
  await app.pool.query(
    `update people set role = case code when 'R-ADM' then 'administrator' else 'office' end,
       office_of = case code when 'R-OFF' then 'sections' else 'institution' end where code in ('R-ADM', 'R-OFF')`,
  );
  await app.pool.query(
    `insert into office_sections (person_id, section) select id, $1 from people where code = 'R-OFF'`,
    [OWN.section],
  );

  /** Makes something of a person, a section or a class, and answers its id. */
  const make = {
    leave: async (userId: string): Promise<number> =>
      (
        await asOwner('POST', '/admin/leaves', {
          user_id: userId,
          from: '2026-04-01',
          to: '2026-04-02',
          reason: 'x',
        })
      ).id,
    /** Of a day in February that has no request yet. */
    correction: async (userId: string): Promise<number> => {
      const { rows } = await app.pool.query<{ id: number }>(
        `insert into corrections (person_id, day, wanted, reason, asked_by, asked_at, state)
         select p.id, date '2026-02-01' + (select count(*)::int from corrections), 'absent', 'x', p.id, now(), 'pending'
         from people p where code = $1 returning id`,
        [userId],
      );
      return rows[0]?.id ?? 0;
    },
    notice: async (audience: unknown): Promise<number> =>
      (await asOwner('POST', '/admin/notices', { title: 'Note', content: 'x', audience })).id,
  };

  for (const [code, face] of [
    [OWN.person, 1],
    [FOREIGN.person, 2],
  ] as const) {
    for (const day of ['2026-02-25', '2026-02-26', '2026-02-27']) await markAbsent(app, code, day);
    await checkIn(app, code);
    await asOwner('POST', '/admin/capture-face', { user_id: code, images: enrolmentImages(face) });
  }
  await markAbsent(app, 'A-2', '2026-03-02');
  const { person } = FOREIGN;
  await asOwner('PUT', `/admin/classes/${foreignClass}/attendance`, {
    revision: 0,
    marks: [{ user_id: person, status: 'present' }],
  });
  await make.leave(person);
  await make.correction(person);
  const { rows } = await app.pool.query<{ id: number }>(
    `update notices set title = 'Faraway note' where id = $1 returning id`,
    [await make.notice({ section: FOREIGN.section })],
  );
  if (rows.length !== 1) throw new Error('no notice');
  return { tokens, foreignToken, ownClass, foreignClass, make };
}

export type School = Awaited<ReturnType<typeof openSchool>>;
