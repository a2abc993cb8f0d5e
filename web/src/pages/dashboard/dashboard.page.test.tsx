import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let student: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await openTestApp({ demo: true });
  await server.services.demoData.populate();
  admin = await signIn(server, { password: ADMIN_PASSWORD });
  student = await signIn(server, { username: 'student', password: 'student123' });
});
afterAll(() => server.close());

/** Text of every table row; there is at least one. */
const tableRows = async () => {
  const rows = [...(await screen.findByRole('table')).querySelectorAll('tbody tr')];
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => row.textContent ?? '');
};

describe('student dashboard', () => {
  it('greets by name and role and shows own figures, as the server has them', async () => {
    const { body } = await server.call('GET', '/user/my-attendance', { token: student.token });
    await renderApp(server, '/dashboard', student);
    expect(
      await screen.findByRole('heading', { name: /^Good (Morning|Afternoon|Evening), Alex Morgan$/ }),
    ).toBeTruthy();
    expect(screen.getAllByText('Student').length).toBeGreaterThan(0);
    expect((await screen.findAllByText(String(body.attended_days))).length).toBe(2);
    expect(screen.getByRole('button', { name: 'Mark Attendance' })).toBeTruthy();
    expect(await screen.findByText('Personal Analytics Hub')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Management' })).toBeNull();
  });

  it('offers the visitor of a demo to register their face, with consent, before any camera', async () => {
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('', 'NotFoundError')));
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
    const { person } = await renderApp(server, '/dashboard', student);
    await person.click(await screen.findByRole('button', { name: 'Mark Attendance' }));
    expect(await screen.findByRole('heading', { name: 'Register your face first' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Register my face' }));
    await person.click(await screen.findByRole('button', { name: 'I agree' }));
    expect(await screen.findByText('No camera found. Please ensure a camera is connected.')).toBeTruthy();
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    const { body } = await server.call('GET', '/user/consent', { token: student.token });
    expect(body.consent).toMatchObject({ method: 'digital', given_by: 'Alex Morgan' });
  });

  it.each([
    ['granted', 0],
    ['prompt', 1],
  ] as const)('with permission %s the camera starts after %i presses', async (state, presses) => {
    const getUserMedia = vi.fn(() => Promise.reject(new DOMException('', 'NotReadableError')));
    const query = async () => ({ state });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'mediaDevices');
      Reflect.deleteProperty(navigator, 'permissions');
    });
    const place = { evidence: 'device', missing: null };
    const ready = { date: '03_02_26', due: true, registered: true, allowed: true, may_register: true, place };
    const { person } = await renderApp(server, '/dashboard', {
      ...student,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        return request.url.endsWith('/user/mark-readiness')
          ? Response.json({ ...ready, attendance: null })
          : server.app.fetch(request);
      },
    });
    await person.click(await screen.findByRole('button', { name: 'Mark Attendance' }));
    if (presses > 0) {
      await person.click(await screen.findByRole('button', { name: 'Start Camera' }));
    }
    expect(await screen.findByText('Camera is already in use by another application.')).toBeTruthy();
    expect(getUserMedia).toHaveBeenCalledTimes(1);
  });

  it('filters the analytics and keeps the filter in the address', async () => {
    const { person, where } = await renderApp(server, '/dashboard', student);
    await screen.findByRole('figure', { name: 'Column chart of monthly attendance' });
    await person.click(screen.getByRole('button', { name: 'Filter' }));
    await person.click(await screen.findByRole('radio', { name: 'Descending' }));
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(where().search).toMatchObject({ order: 'desc' }));
    await person.click(await screen.findByRole('button', { name: 'Filter (on)' }));
    await person.click(await screen.findByRole('button', { name: 'Reset' }));
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(where().search).not.toHaveProperty('order', 'desc'));
  });

  it('links a column to the days behind it', async () => {
    const { person, where } = await renderApp(server, '/dashboard', student);
    const chart = await screen.findByRole('figure', { name: 'Column chart of monthly attendance' });
    const oldest = chart.querySelector('button');
    if (!oldest) throw new Error('no column');
    const month = new RegExp(`^\\d+ ${oldest.getAttribute('aria-label')?.slice(0, 8)}`); // 2 Sep 2026
    await person.click(oldest);
    const days = await tableRows();
    expect(days.every((text) => month.test(text))).toBe(true);
    expect(where()).toMatchObject({ pathname: '/profile/STU001' });
    await person.click(screen.getByRole('button', { name: /: Show all$/ }));
    await waitFor(async () => expect((await tableRows())[0]).not.toMatch(month));
  });

  it('draws the monthly rate against the target, and days out of 31 on request', async () => {
    const { person } = await renderApp(server, '/dashboard', student);
    const chart = await screen.findByRole('figure', { name: 'Column chart of monthly attendance' });
    const columns = () =>
      [...chart.querySelectorAll<HTMLElement>('[data-band]')].map((bar) => bar.style.height);
    const { body } = await server.call('GET', '/user/analytics', { token: student.token });
    const months: { rate: number; attendance: number }[] = body.analytics.monthly_trend;
    expect(columns()).toEqual(months.map(({ rate }) => `${rate}%`));
    expect(within(chart).getByText(/^Target 75%: reached in \d of \d months\.$/)).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: 'Days' }));
    expect(columns()).toEqual(months.map(({ attendance }) => `${(attendance / 31) * 100}%`));
    expect(within(chart).queryByText(/^Target/)).toBeNull();
  });

  it('has an empty state for someone without attendance', async () => {
    const { token } = await server.person('FRESH-1');
    await renderApp(server, '/dashboard', { token, role: 'user' });
    // The months and the weekdays; pictures without a day are left out.
    expect(await screen.findAllByText('No Analytics Data Available')).toHaveLength(2);
    expect(screen.getAllByText('Charts appear after the first check-in.')).toHaveLength(2);
    expect(screen.queryByRole('heading', { name: 'My year' })).toBeNull();
    expect(await screen.findByText('No activity yet')).toBeTruthy();
  });

  it('shows a like and a bookmark at once, and the server stores them', async () => {
    const { person } = await renderApp(server, '/dashboard?tab=notices', student);
    const card = (await screen.findByRole('heading', { name: /Fire drill/ })).closest('article');
    if (!card) throw new Error('no card');
    await person.click(within(card).getByRole('button', { name: 'Like, 0 likes' }));
    expect(await within(card).findByRole('button', { name: 'Remove like, 1 like' })).toBeTruthy();
    await person.click(within(card).getByRole('button', { name: 'Bookmark' }));
    await person.click(within(card).getByRole('button', { name: 'Read More' }));
    await waitFor(async () => {
      const { body } = await server.call('GET', '/user/notices', { token: student.token });
      expect(body.notices[0]).toMatchObject({ liked: true, likes: 1, bookmarked: true, views: 1 });
    });
  });

  it('narrows notices to the important ones', async () => {
    const { person, where } = await renderApp(server, '/dashboard?tab=notices', student);
    await screen.findByRole('heading', { name: /Fire drill/ });
    await person.click(screen.getByRole('radio', { name: 'Important' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Lost and found/ })).toBeNull());
    expect(where().search).toMatchObject({ tab: 'notices', notices: 'important' });
  });

  it('shows the profile tab with earned achievements', async () => {
    await renderApp(server, '/dashboard?tab=profile', student);
    expect(await screen.findByText('STU001')).toBeTruthy();
    expect(await screen.findByText('First Day')).toBeTruthy();
  });
});

describe('other users', () => {
  it('teachers have no profile tab', async () => {
    const teacher = await signIn(server, { username: 'miriam.adler', password: 'student123' });
    await renderApp(server, '/dashboard?tab=profile', teacher);
    expect(await screen.findByText('Teacher')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Profile' })).toBeNull();
  });
});

describe('admin dashboard', () => {
  it('shows the four figures of the institution', async () => {
    await renderApp(server, '/dashboard', admin);
    for (const label of ['Total Users', 'Present Today', 'Absent Today', 'Attendance Rate']) {
      expect(await screen.findByText(label)).toBeTruthy();
    }
    expect(await screen.findByText('System Analytics Dashboard')).toBeTruthy();
  });

  it('keeps its pictures when they cannot be read again', async () => {
    let isAway = false;
    const fetch: typeof globalThis.fetch = (input, init) =>
      isAway
        ? Promise.reject(new TypeError('no network'))
        : Promise.resolve(server.app.fetch(new Request(input, init)));
    const { queryClient } = await renderApp(server, '/dashboard', { ...admin, fetch });
    await screen.findByRole('button', { name: /^Monday: / });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const pictures = document.querySelectorAll('figcaption').length;
    expect(pictures).toBeGreaterThan(2);
    isAway = true;
    await queryClient.invalidateQueries();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(document.querySelectorAll('figcaption')).toHaveLength(pictures);
    expect(screen.queryByText('Try again')).toBeNull();
  });

  it('links a weekday to the rows behind it', async () => {
    const { person, where } = await renderApp(server, '/dashboard', admin);
    await person.click(await screen.findByRole('button', { name: /^Monday: / }));
    await waitFor(() =>
      expect(where()).toMatchObject({ pathname: '/admin/attendance', search: { weekday: 1 } }),
    );
    const days = await tableRows();
    expect(days.every((text) => text.startsWith('Mon'))).toBe(true);
  });

  it('saves the time settings and shows them again after a reload', async () => {
    const { person } = await renderApp(server, '/dashboard?tab=management', admin);
    const grace = await screen.findByLabelText('Grace period (minutes)');
    await person.clear(grace);
    await person.type(grace, '31');
    await person.click(screen.getByRole('button', { name: 'Save time settings' }));
    expect(await screen.findByText('Grace period must be between 0 and 30 minutes.')).toBeTruthy();
    await person.clear(grace);
    await person.type(grace, '10');
    await person.click(screen.getByRole('button', { name: 'Save time settings' }));
    expect(await screen.findByText('Time settings saved successfully!')).toBeTruthy();
    const { body } = await server.call('GET', '/admin/time-settings', { token: admin.token });
    expect(body.gracePeriod).toBe(10);
  });

  it('saves the class configuration', async () => {
    const { person } = await renderApp(server, '/dashboard?tab=management', admin);
    const subject = await screen.findByLabelText('Subject');
    await person.clear(subject);
    await enterText(person, subject, 'Compilers');
    await person.click(screen.getByRole('button', { name: 'Save configuration' }));
    expect(await screen.findByText('Class configuration saved successfully!')).toBeTruthy();
  });

  it("shows today's classes and opens the attendance of one", async () => {
    const { person, where } = await renderApp(server, '/dashboard?tab=management', admin);
    const card = (await screen.findByRole('heading', { name: 'Data Structures CS-A' })).closest('article');
    if (!card) throw new Error('no card');
    expect(within(card).getByText('In Progress')).toBeTruthy();
    await person.click(within(card).getByRole('button', { name: 'Take Attendance' }));
    await waitFor(() => expect(where().search).toMatchObject({ class: 1, action: 'attendance' }));
  });

  it('draws the pictures, saves them, shows them as tables and leads to their rows', async () => {
    const { person, where } = await renderApp(server, '/dashboard', admin);
    for (const title of [
      'Today’s arrivals',
      'Weekly rate by section',
      'On time, late and absent',
      'The past year',
    ]) {
      const heading = await screen.findByRole('heading', { name: title });
      const card = heading.closest('section');
      if (!card) throw new Error('no card');
      expect(await within(card).findByRole('img', { name: new RegExp(`^${title}\\. .+\\.$`) })).toBeTruthy();
    }
    expect(await screen.findByRole('heading', { name: 'Falling attendance' })).toBeTruthy();
    await person.click(
      await screen.findByRole('button', { name: 'On time, late and absent: Show as table' }),
    );
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Day', 'On time', 'Late', 'Absent', 'Excused']);
    const newest = within(table).getAllByRole('button')[0];
    if (!newest) throw new Error('no row');
    await person.click(newest);
    await waitFor(() => expect(where().pathname).toBe('/admin/attendance'));
    const { tab, from, to } = where().search;
    expect([tab, from]).toEqual(['days', to]);
  });

  it('is shown in German when that is the language', async () => {
    await renderApp(server, '/dashboard', { ...admin, language: 'de' });
    expect(await screen.findByText('Auswertung der Einrichtung')).toBeTruthy();
    expect(await screen.findByText('Heute anwesend')).toBeTruthy();
  });
});
