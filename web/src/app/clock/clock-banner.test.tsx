import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.services.clockGuard.isTrusted();
  server.clock.jump('2036-01-15T06:15:00Z'); // noon in Kathmandu
  await server.services.clockGuard.isTrusted();
});
afterAll(() => server.close());

const TEXT = /The server’s clock may be wrong\. It says 15 Jan 2036, 12:00/;

describe('a server whose clock is doubted', () => {
  it.each(['/', '/login', '/admin/login', '/faq'])(
    'says so on %s, without a way to confirm it',
    async (path) => {
      await renderApp(server, path);
      expect((await screen.findByRole('alert')).textContent).toMatch(TEXT);
      expect(screen.queryByRole('button', { name: 'The clock is right' })).toBeNull();
    },
  );

  it('says so in German', async () => {
    await renderApp(server, '/', { language: 'de' });
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /Uhr des Servers .* 15\. Jan\. 2036, 12:00/,
    );
  });

  it('is confirmed by an administrator, who is asked once more', async () => {
    const { person } = await renderApp(server, '/admin', await signIn(server, { password: ADMIN_PASSWORD }));
    await person.click(await screen.findByRole('button', { name: 'The clock is right' }));
    expect(server.services.clockGuard.status().state).toBe('doubted');
    await person.click(screen.getByRole('button', { name: 'Yes, this is the time' }));
    await waitFor(() => expect(screen.queryByText(TEXT)).toBeNull());
    expect(server.services.clockGuard.status().state).toBe('trusted');
  });

  it('sends the clock of the device with every call of a signed-in person', async () => {
    const sent: (string | null)[] = [];
    const spying: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.headers.has('Authorization')) sent.push(request.headers.get('X-Client-Time'));
      return server.app.fetch(request);
    };
    const session = await signIn(server, { password: ADMIN_PASSWORD });
    await renderApp(server, '/admin', { ...session, fetch: spying });
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
    for (const time of sent) expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
  });
});

describe('days to come that a wrong clock closed', () => {
  it('are shown to administrators and removed', async () => {
    await server.person('FD-1');
    await server.pool.query(
      `insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
       values ('2036-03-03', now(), 'open', '09:00', 15, '09:30', 60)`,
    );
    await server.pool.query(
      `insert into check_ins (person_id, day, seen_at, means, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
       select id, '2036-03-03', now(), 'face', '09:00', 15, '09:30', 60 from people where code = 'FD-1'`,
    );
    const { person } = await renderApp(server, '/admin', await signIn(server, { password: ADMIN_PASSWORD }));
    const banner = await screen.findByText(/A wrong clock closed a future day/);
    expect(banner.parentElement?.textContent).toContain(
      'One check-in or class entry belongs to another day.',
    );
    expect(banner.parentElement?.textContent).toMatch(/Recorded on the wrong day: .*\(FD-1\)\./);
    await person.click(screen.getByRole('button', { name: 'Remove them' }));
    await person.click(screen.getByRole('button', { name: 'Yes, remove them' }));
    await waitFor(() => expect(screen.queryByText(/A wrong clock closed/)).toBeNull());
    expect(
      (await server.pool.query('select day from closed_days union select day from check_ins')).rows,
    ).toEqual([]);
  });
});
