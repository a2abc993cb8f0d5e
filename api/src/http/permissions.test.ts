import { readFile } from 'node:fs/promises';
import {
  type Action,
  type Actor,
  can,
  isAdministrator,
  ROLES,
  type Role,
} from '@rollcall/core/kernel/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedRoute, documentedRoutes } from '../testing/documented-routes.ts';
import { FOREIGN_TEXT, OWN, openSchool, type School } from '../testing/school.ts';
import { PLAIN_INPUTS, SCOPE_CASES, type ScopeCase, type Thing } from '../testing/scope-cases.ts';
import { createThings, guessed } from '../testing/scope-things.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { pairKiosk } from '../testing/test-kiosk.ts';
import { watchChanges } from '../testing/watch-changes.ts';

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
});
afterAll(() => app.close());

/** Cases that ran; docs/SECURITY.md says how many there are. */
let cases = 0;

const PUBLIC = [
  'GET /health',
  'GET /institution/logo',
  'GET /kiosk/pairings/{code}',
  'GET /ready',
  'GET /restore/{upload}/progress',
  'GET /settings/public',
  'GET /setup/certificate',
  'GET /sign-in/providers/{id}/callback',
  'GET /sign-in/providers/{id}/start',
  'POST /admin/login',
  'POST /kiosk/pairings',
  'POST /login',
  'POST /password/forgot',
  'POST /password/link',
  'POST /password/link/open',
  'POST /setup',
  'POST /sign-in/passkey',
  'POST /sign-in/passkey/options',
  'POST /sign-in/second',
  'POST /sign-in/second/options',
  'POST /sign-in/ticket',
  'POST /user/login',
];

const withAnyId = (path: string) => path.replace(/\{[^}]+\}/g, '1');
const actorOf = (role: Role): Actor => ({
  personId: 1,
  role,
  name: '',
  code: '',
  hasAttendance: role !== 'owner',
  sections: [OWN.section],
  classIds: [school.ownClass],
  sessionId: 1,
  onlyActions: null,
  mustDo: null,
  confirmedAt: null,
  address: '',
});
const guarded = () =>
  routes.flatMap(({ access, ...route }) =>
    access === undefined || access === 'public' || access === 'kiosk' ? [] : [{ ...route, access }],
  );
/** The roles below administrators that may call it. */
const holdersBelow = (access: Action): Role[] =>
  ROLES.filter((role) => !isAdministrator(role) && can(actorOf(role), access));

describe('every route', () => {
  it('declares its access, and only these are public', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
    const names = routes.filter(({ access }) => access === 'public').map(({ name }) => name);
    expect(names.sort()).toEqual(PUBLIC);
  });

  it('answers 401 in the common error shape without a token and with a wrong one', async () => {
    for (const { method, path, name } of guarded()) {
      for (const token of [undefined, 'x'.repeat(43)]) {
        const { status, body, headers } = await app.call(method, withAnyId(path), { token });
        expect(`${name} ${status} ${headers.get('WWW-Authenticate')}`).toBe(`${name} 401 Bearer`);
        expect(body.error).toEqual({
          code: 'unauthenticated',
          message: body.message,
          request_id: expect.any(String),
        });
        cases += 1;
      }
    }
  });

  it.each(ROLES)(
    'is open to an account of the role %s exactly where the permission table says',
    async (role) => {
      for (const { method, path, name, access } of guarded()) {
        // A call that is let in ends at its size, after the permission and before anything happens.
        const response = await app.app.request(`/api${withAnyId(path)}`, {
          method,
          headers: { Authorization: `Bearer ${school.tokens[role]}`, 'Content-Length': '9'.repeat(12) },
        });
        const { error } = (await response.json()) as { error: { code: string } };
        const expected = can(actorOf(role), access) ? 'payload_too_large' : 'forbidden';
        expect(`${role} ${name} ${error.code}`).toBe(`${role} ${name} ${expected}`);
        cases += 1;
      }
    },
  );
});

/** Calls of a paired kiosk, which is an actor of its own kind: it has its routes, and people have theirs. */
describe('a kiosk', () => {
  const kioskRoutes = () => routes.filter(({ access }) => access === 'kiosk');

  it('has routes that no session opens, whatever its role', async () => {
    expect(kioskRoutes().length).toBeGreaterThan(4);
    for (const { method, path, name } of kioskRoutes())
      for (const token of [undefined, ...Object.values(school.tokens)]) {
        const { status, body } = await app.call(method, withAnyId(path), { token });
        expect(`${name} ${status} ${body.error.code}`).toBe(`${name} 401 unauthenticated`);
        cases += 1;
      }
  });

  it('opens no route of people with what it signs', async () => {
    const kiosk = await pairKiosk(app);
    for (const { method, path, name } of guarded()) {
      const { status, body } = await kiosk.send(method, withAnyId(path));
      expect(`${name} ${status} ${body.error.code}`).toBe(`${name} 401 unauthenticated`);
      cases += 1;
    }
  });
});

/** Sends the request of a case with the given values. */
async function send(
  route: DocumentedRoute,
  role: Role,
  scope: ScopeCase,
  values: ReadonlyMap<string, string | number>,
) {
  const { params = {}, query = {}, body } = scope.request((input) => values.get(input) ?? 'missing');
  const path = route.path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return app.call(route.method, `${path}?${search}`, { token: school.tokens[role], body });
}

/** The inputs of a case that name something, with what they name. */
function namingInputs(scope: ScopeCase): Map<string, Thing> {
  const inputs = new Map<string, Thing>();
  scope.request((input, thing) => {
    inputs.set(input, thing);
    return '';
  });
  return inputs;
}

describe('beyond their reach', () => {
  it('every input that names something has a case, on every route that is not for administrators alone', () => {
    const missing = guarded()
      .filter(({ access }) => holdersBelow(access).length > 0)
      .flatMap(({ name, inputs }) => {
        const scopes = SCOPE_CASES[name] ?? [];
        const covered = new Set(
          scopes.flatMap((scope) => [...namingInputs(scope).keys(), ...(scope.names ?? [])]),
        );
        return inputs
          .filter((input) => !PLAIN_INPUTS.has(input) && !covered.has(input))
          .map((input) => `${name}: ${input}`);
      });
    expect(missing).toEqual([]);
    const names = new Set(routes.map(({ name }) => name));
    expect(Object.keys(SCOPE_CASES).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(Object.entries(SCOPE_CASES))('nobody finds or changes anything: %s', async (name, scopes) => {
    const route = routes.find((each) => each.name === name);
    if (!route || route.access === undefined || route.access === 'public' || route.access === 'kiosk')
      throw new Error(`No route ${name}`);
    const holders = holdersBelow(route.access);
    for (const scope of scopes) {
      const inputs = namingInputs(scope);
      for (const role of scope.as ?? holders) {
        expect(holders).toContain(role);
        const own = new Map<string, string | number>();
        for (const [input, thing] of inputs) own.set(input, await things.own(role, thing));
        for (const [input, thing] of inputs) {
          const answers: string[] = [];
          const foreign = await things.foreign(thing);
          await changes.changed();
          for (const value of [foreign, guessed(thing)]) {
            const { status, body, text } = await send(route, role, scope, new Map([...own, [input, value]]));
            answers.push(`${role} ${input} ${status} ${body?.error?.code ?? ''}`);
            expect(`${role} ${input} ${status}`).toBe(`${role} ${input} ${scope.answers?.[input] ?? 404}`);
            expect(text).not.toMatch(FOREIGN_TEXT);
            cases += 1;
          }
          // What exists and what does not are told apart by nothing.
          expect(answers[0]).toBe(answers[1]);
          // A report that is read leaves an entry of the audit, even where it then shows nothing.
          const changed = (await changes.changed()).filter(
            (name) => route.method !== 'GET' || name !== 'audit',
          );
          expect(`${role} ${input} changed ${changed}`).toBe(`${role} ${input} changed `);
        }
        const { status, text } = await send(route, role, scope, own);
        expect(`${role} ${status} ${status === 200 ? '' : text}`).toBe(`${role} 200 `);
        cases += 1;
      }
    }
  });

  it('no list names anybody', async () => {
    const query = 'from=2026-02-23&to=2026-03-31&month=2026-03&format=csv&range=all';
    const lists = guarded().filter(
      ({ method, path, access, name }) =>
        method === 'GET' && !path.includes('{') && name !== 'GET /events' && holdersBelow(access).length > 0,
    );
    let shown = 0;
    for (const { path, access, name } of lists) {
      const all = await app.call('GET', `${path}?${query}`, { token: school.tokens.administrator });
      expect(`${name} ${all.status}`).toBe(`${name} 200`);
      if (FOREIGN_TEXT.test(all.text)) shown += 1;
      for (const role of holdersBelow(access)) {
        const { status, text } = await app.call('GET', `${path}?${query}`, { token: school.tokens[role] });
        expect(`${role} ${name} ${status}`).toBe(`${role} ${name} 200`);
        expect(`${role} ${name} ${FOREIGN_TEXT.exec(text)}`).toBe(`${role} ${name} null`);
        cases += 1;
      }
    }
    // The same lists name them to an administrator.
    expect(shown).toBeGreaterThan(15);
  });
});

it('docs/SECURITY.md says how many cases there are', async () => {
  const text = await readFile(new URL('../../../docs/SECURITY.md', import.meta.url), 'utf8');
  const written = /([\d,]+) generated calls/.exec(text)?.[1]?.replaceAll(',', '');
  expect(`${written} generated calls`).toBe(`${cases} generated calls`);
});
