import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptedScan } from './testing/attendance-fixtures.ts';
import { markByFace } from './testing/face-scan.ts';
import { createScriptedEngine, sceneImage } from './testing/scripted-engine.ts';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from './testing/test-app.ts';

/** The calls in section 7 of the specification: method, path, payload and the answer fields it uses. */
let app: TestApp;
let student: string;
let nonce = 0;
const image = () => sceneImage({ person: 3, nonce: nonce++ });

beforeAll(async () => {
  app = await openTestApp({ demo: true, engine: createScriptedEngine() });
  await app.services.demoData.populate();
  // The specification knows no consent.
  const { body } = await app.admin('GET', '/admin/privacy-settings');
  await app.admin('PUT', '/admin/privacy-settings', { ...body, consent_required: false });
  student = await app.signIn('student', 'student123');
});
afterAll(() => app.close());

type Line = [method: string, path: string, payload: () => unknown, fields: string[], who?: 'student'];
const none = () => undefined;
const classConfig = { program: 'masters', semester: '2nd', section: 'B', subject: 'Logic' };
const timeSettings = { startTime: '08:30', gracePeriod: 10, cutoffTime: '09:00', autoAbsent: 120 };
const user = {
  name: 'New',
  user_id: 'N-1',
  username: 'new',
  password: 'secret1',
  type: 'student',
  class_section: 'CS-A',
};

const LINES: Line[] = [
  ['POST', '/admin/login', () => ({ password: ADMIN_PASSWORD }), ['access_token', 'role', 'user']],
  [
    'POST',
    '/user/login',
    () => ({ username: 'student', password: 'student123' }),
    ['access_token', 'role', 'user'],
  ],
  ['POST', '/login', () => ({ password: ADMIN_PASSWORD }), ['access_token', 'role', 'user']],
  ['GET', '/dashboard/stats', none, ['stats']],
  ['GET', '/attendance', none, ['attendance']],
  ['POST', '/attendance/start', () => ({ class_id: 1 }), ['session_id', 'class', 'roster']],
  ['POST', '/admin/register', () => user, ['message']],
  [
    'POST',
    '/admin/capture-face',
    () => ({ user_id: 'STU002', images: [image(), image(), image()] }),
    ['message'],
  ],
  [
    'POST',
    '/admin/scan-face',
    () => ({ image: sceneImage({ person: 5 }), user_id: 'N-1', name: 'New' }),
    ['success'],
  ],
  ['POST', '/admin/check-face-detection', () => ({ image: image() }), ['success', 'message']],
  ['POST', '/admin/test-camera', () => ({ image: image() }), ['success', 'message']],
  ['GET', '/admin/users', none, ['users']],
  ['PUT', '/admin/users/N-1', () => ({ name: 'Renamed' }), ['message']],
  ['PUT', '/admin/users/N-1/password', () => ({ password: 'another1' }), ['message']],
  ['DELETE', '/admin/users/N-1', none, ['message']],
  ['GET', '/admin/notices', none, ['notices']],
  ['POST', '/admin/notices', () => ({ title: 'T', content: 'C' }), ['message']],
  ['DELETE', '/admin/notices/1', none, ['message']],
  ['GET', '/admin/attendance-history', none, ['history']],
  ['POST', '/admin/backup/database', none, ['backup_file']],
  ['POST', '/admin/export/json', none, ['export_file']],
  ['POST', '/admin/export/csv', () => ({}), ['export_file']],
  ['POST', '/admin/class-config', () => classConfig, ['message']],
  ['POST', '/admin/time-settings', () => timeSettings, ['message']],
  ['GET', '/admin/active-classes', none, ['classes']],
  ['GET', '/admin/analytics', none, ['analytics', 'userActivity']],
  ['GET', '/admin/recent-activity', none, ['activities']],
  ['POST', '/admin/populate-demo-data', none, ['message']],
  ['GET', '/admin/demo-summary', none, ['total_users']],
  [
    'GET',
    '/user/my-attendance',
    none,
    ['total_days', 'attended_days', 'attendance_rate', 'this_month', 'attendance'],
    'student',
  ],
  [
    'GET',
    '/user/my-profile',
    none,
    ['profile', 'total_logins', 'consecutive_days', 'best_month', 'avg_daily_time', 'achievements'],
    'student',
  ],
  ['GET', '/user/analytics', none, ['analytics'], 'student'],
  ['GET', '/user/notices', none, ['notices'], 'student'],
  ['POST', '/user/start-face-scan', none, ['scan_id', 'challenge', 'expires_at'], 'student'],
  ['GET', '/user/attendance-stats', none, ['total_days', 'attendance_rate', 'current_streak'], 'student'],
  ['GET', '/profile/STU001', none, ['user', 'attendance_history'], 'student'],
];

it.each(LINES)('%s %s', async (method, path, payload, fields, who) => {
  const token = who === 'student' ? student : await app.adminToken();
  const { status, body } = await app.call(method, path, { token, body: payload() });
  expect([status, body.error ?? null]).toEqual([200, null]);
  for (const field of fields) expect(body).toHaveProperty(field);
});

it('POST /user/mark-attendance-with-image', async () => {
  const { status, body } = await markByFace(app, student, image());
  expect([status, body.error ?? null]).toEqual([200, null]);
  for (const field of ['success', 'message']) expect(body).toHaveProperty(field);
});

it('POST /user/mark-attendance', async () => {
  const refused = await app.call('POST', '/user/mark-attendance', { token: student, body: {} });
  expect(refused.body.error.code).toBe('scan_required');
  const scan_id = await acceptedScan(app, 'STU001');
  const { body } = await app.call('POST', '/user/mark-attendance', { token: student, body: { scan_id } });
  expect(body.success).toBe(true);
});

it('GET /admin/download/{file}', async () => {
  const { body } = await app.admin('POST', '/admin/export/json');
  const { status, text } = await app.admin('GET', `/admin/download/${body.export_file}`);
  expect([status, JSON.parse(text).format]).toEqual([200, 'rollcall-export']);
});

it('all 39 calls of the table are tested', () => {
  expect(LINES.length + 3).toBe(39);
});
