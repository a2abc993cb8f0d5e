import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const PASSWORD = 'a long password 1';
let server: TestApp;
let token: string;
beforeAll(async () => {
  server = await openTestApp();
  // Due from tomorrow on.
  const person = { user_id: 'N-1', name: 'Nora New', username: 'nora', password: PASSWORD, type: 'student' };
  expect((await server.admin('POST', '/admin/register', person)).status).toBe(200);
  token = await server.signIn('nora', PASSWORD);
});
afterAll(() => server.close());

const textOf = async (label: string) => (await screen.findByText(label)).closest('div')?.textContent ?? '';

describe('before the first school day', () => {
  it('nobody has a rate of 0%: their own page and their profile show a dash', async () => {
    await renderApp(server, '/dashboard', { token, role: 'user' });
    expect(await textOf('Attendance Rate')).toMatch(/^Attendance Rate–/);
    expect(document.querySelector('main')?.textContent).not.toContain('0%');
    cleanup();

    await renderApp(server, '/profile/N-1', { token: await server.adminToken(), role: 'admin' });
    expect(await textOf('Attendance rate')).toMatch(/^Attendance rate–/);
    expect(await textOf('30-day score')).toMatch(/^30-day score–/);
  });
});

describe('a backup made by the schedule', () => {
  it('names its creator in the language of the page', async () => {
    await server.admin('POST', '/admin/backup/database', {});
    const asScheduled: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const response = await server.app.fetch(request);
      if (!new URL(request.url).pathname.endsWith('/admin/operations')) return response;
      const { operations } = await response.json();
      return Response.json({
        operations: operations.map((each: object) => ({ ...each, created_by: 'Schedule' })),
      });
    };
    const session = { token: await server.adminToken(), role: 'admin' as const };
    await renderApp(server, '/admin?tab=backup', { ...session, language: 'de', fetch: asScheduled });
    expect(await screen.findByText(/nach Zeitplan/)).toBeTruthy();
    expect(screen.queryByText(/Schedule/)).toBeNull();
  });
});
