import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedRoute, documentedRoutes } from '../testing/documented-routes.ts';
import { openSchool, type School } from '../testing/school.ts';
import { SCOPE_CASES, type ScopeCase, type Thing } from '../testing/scope-cases.ts';
import { createThings } from '../testing/scope-things.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { watchChanges } from '../testing/watch-changes.ts';

const CORE = new URL('../../../core/src/', import.meta.url);
/** What days are derived from, and the days. */
const FACTS = ['attendance_days', 'check_ins', 'class_marks', 'corrections', 'fixed_absences', 'leaves'];
/** The things of a case that lead to a person. */
const PERSONAL: readonly Thing[] = ['person', 'leave', 'correction', 'today mark', 'day note', 'kiosk entry'];
const CODES = { administrator: 'R-ADM', teacher: 'R-TEA' } as const;
type Caller = keyof typeof CODES;

let app: TestApp;
let school: School;
let things: ReturnType<typeof createThings>;
let routes: readonly DocumentedRoute[];
let changes: Awaited<ReturnType<typeof watchChanges>>;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  school = await openSchool(app);
  things = createThings(app, school);
  routes = await documentedRoutes(app);
  changes = await watchChanges(app);
  // On the list of a class of their own.
  await newClass('R-TEA');
});
afterAll(() => app.close());

let classes = 0;
/** A class with this person on its list, and the teacher as its teacher. */
async function newClass(code: string): Promise<number> {
  classes += 1;
  const name = `Class ${classes}`;
  const slot = { startTime: '09:30', endTime: '11:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
  const token = school.tokens.administrator;
  const body = { name, section: name, subject: name, ...slot };
  const { id } = (await app.call('POST', '/admin/classes', { token, body })).body.class;
  await app.call('PUT', `/admin/classes/${id}/roster`, { token, body: { user_ids: [code] } });
  await app.pool.query(
    `insert into class_teachers (class_id, person_id) select $1, id from people where code = 'R-TEA'`,
    [id],
  );
  return id;
}

/** Sends a case about a person; answers its status, its error and which facts it wrote. */
async function sendAbout(route: DocumentedRoute, scope: ScopeCase, caller: Caller, code: string) {
  const named = new Map<string, Thing>();
  scope.request((input, thing) => {
    named.set(input, thing);
    return '';
  });
  const classId = [...named.values()].includes('class') ? await newClass(code) : 0;
  const values = new Map<string, string | number>();
  for (const [input, thing] of named) values.set(input, await things.about(caller, code, classId, thing));
  const { params = {}, query = {}, body } = scope.request((input) => values.get(input) ?? '');
  const path = route.path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  await changes.changed();
  const token = school.tokens[caller];
  const answer = await app.call(route.method, `${path}?${search}`, { token, body });
  const wrote = (await changes.changed()).filter((table) => FACTS.includes(table));
  return { status: answer.status, error: answer.body?.error?.code ?? null, wrote };
}

/** The cases that write and lead to a person, with the names of their routes. */
const writingCases = () =>
  Object.entries(SCOPE_CASES).flatMap(([name, scopes]) => {
    const route = routes.find((each) => each.name === name);
    return route && route.method !== 'GET' ? scopes.map((scope) => ({ route, scope })) : [];
  });
const leadsToPerson = (scope: ScopeCase): boolean => {
  let isPersonal = false;
  scope.request((_, thing) => {
    isPersonal ||= PERSONAL.includes(thing);
    return '';
  });
  return isPersonal;
};

/** Calls that write about a person without deriving a day, such as requests that are still to be decided. */
const ASKS_ONLY = ['POST /admin/corrections'];

describe('an account that writes about its own days', () => {
  it.each(['administrator', 'teacher'] as const)(
    'is refused by every call that writes such facts about others: %s',
    async (caller) => {
      const refused = new Set<string>();
      for (const { route, scope } of writingCases().filter(({ scope: each }) => leadsToPerson(each))) {
        const other = await sendAbout(route, scope, caller, 'A-1');
        if (other.wrote.length === 0 || ASKS_ONLY.includes(route.name)) continue;
        const own = await sendAbout(route, scope, caller, CODES[caller]);
        expect(`${route.name} ${own.status} ${own.error} ${own.wrote}`).toBe(`${route.name} 403 own_record `);
        refused.add(route.name);
      }
      const ofTeachers = [
        'DELETE /today/marks/{id}',
        'DELETE /today/notes/{id}',
        'POST /today/marks',
        'POST /today/marks/{id}/removal',
        'PUT /admin/classes/{id}/attendance',
      ];
      const ofAdministrators = [
        ...ofTeachers,
        'DELETE /admin/leaves/{id}',
        'POST /admin/corrections/{id}/decision',
        'POST /admin/leaves',
        'POST /attendance/unconfirmed/{id}/confirm',
        'PUT /admin/users/{id}/attendance/{date}',
      ];
      expect([...refused].sort()).toEqual(caller === 'teacher' ? ofTeachers : ofAdministrators.sort());
    },
  );

  it('is told so row by row by the import of attendance, which imports the rest; an owner is not', async () => {
    const importAs = async (token: string, text: string) => {
      const sent = await app.app.request('/api/admin/import/attendance/upload', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: text,
      });
      const { upload } = (await sent.json()) as { upload: string };
      const mapping = { user_id: 'ID', date: 'Day', check_in: 'In' };
      const body = { upload, mapping, bad_rows: 'skip', dry_run: false };
      return (await app.call('POST', '/admin/import/attendance', { token, body })).body;
    };
    const rows = 'ID,Day,In\nr-adm,2026-02-27,08:00\nR-TEA,2026-02-27,08:00\n';
    const found = await importAs(school.tokens.administrator, rows);
    expect(found).toMatchObject({
      imported: 1,
      problems: [{ row: 2, code: 'own_record', field: 'user_id' }],
    });
    expect(await importAs(school.tokens.owner, rows)).toMatchObject({ imported: 1, problems: [] });
  });

  it('is refused where days are written: each place that derives days says for whom, and these are all', async () => {
    const files = (await readdir(CORE, { recursive: true })).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const places: Record<string, string[]> = {};
    for (const file of files) {
      const text = await readFile(new URL(file, CORE), 'utf8');
      const derived = [...text.matchAll(/rederiveDays\(tx, [^;]*, (\w+)\);/g)].map(([, by]) => by ?? '');
      const recorded = [...text.matchAll(/\brecord\(\s*tx,[\s\S]*?\bby: (\w+)/g)].map(([, by]) => by ?? '');
      const saved = [...text.matchAll(/\bawait saveChanges\(|saveSameDay\(tx/g)].map(() => 'writes');
      const found = [...derived, ...recorded, ...saved];
      if (found.length > 0) places[file] = found;
    }
    expect(places).toEqual({
      // A face, card or PIN shows who it is, or the office says so.
      'attendance/attendance.service.ts': ['null', 'writes'],
      'attendance/kiosk/kiosk-answers.service.ts': ['null'],
      'attendance/kiosk/kiosk-marks.ts': ['null'],
      'attendance/kiosk/queue/unconfirmed.service.ts': ['actor'],
      'faces/recognition.service.ts': ['null'],
      // Everybody alike.
      'attendance/calendar-repair.service.ts': ['null'],
      'attendance/closing.service.ts': ['null', 'writes'],
      // An account's entry about a person.
      'attendance/calendar.service.ts': ['actor', 'actor'],
      'attendance/correction.service.ts': ['actor'],
      'attendance/today/today-marks.service.ts': ['actor', 'actor'],
      'classes/class-sheet.service.ts': ['actor'],
      'import/attendance-import.service.ts': ['actor'],
      'attendance/write-days.ts': ['writes'],
    });
  });
});
