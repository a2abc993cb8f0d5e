import { checkIn, markAbsent } from '@rollcall/api/testing/attendance-fixtures';
import { ADMIN_PASSWORD, openTestApp, type TestApp, ZONE } from '@rollcall/api/testing/test-app';
import { zoneOffsets } from '@rollcall/core/kernel/zones/zone-data';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createInstitutionClock } from '../../lib/format/institution-day.ts';
import { enterText } from '../../testing/enter-text.ts';
import { fillDate } from '../../testing/fill-date.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;
let student: Awaited<ReturnType<typeof signIn>>;

/** On Friday 27 February Ada was seen at 09:21 and Bo was absent; now it is Monday 2 March 2026, 10:00. */
beforeAll(async () => {
  server = await openTestApp();
  server.clock.set('2026-02-26T04:00:00Z');
  await server.person('A-1', { name: 'Ada Lovelace' });
  await server.person('B-2', { name: 'Bo Diddley' });
  server.clock.set('2026-02-27T03:36:00Z'); // 09:21 in Kathmandu
  await checkIn(server, 'A-1');
  await markAbsent(server, 'B-2', '2026-02-27');
  server.clock.set('2026-03-02T04:15:00Z');
  admin = await signIn(server, { password: ADMIN_PASSWORD });
  student = await signIn(server, { username: 'b-2', password: 'secret123' });
});
afterAll(() => server.close());

const open = (search = '') => renderApp(server, `/admin/attendance${search}`, admin);

describe('attendance: absentees', () => {
  it('lists by section who is due and not seen', async () => {
    await open();
    expect(await screen.findByText('2 people haven’t arrived.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'CS-A · 2' })).toBeTruthy();
  });

  it('reads the day from the address, and says that a Sunday is off', async () => {
    await open('?date=2026-03-01');
    expect(await screen.findByText('No school on this day')).toBeTruthy();
  });
});

describe('attendance: month report', () => {
  it('shows the month as a grid with a letter for each day and totals', async () => {
    await open('?tab=register&month=2026-02');
    const row = within(await screen.findByRole('row', { name: /Ada Lovelace/ }));
    expect(row.getByTitle('Late').textContent).toContain('L');
    expect(row.getAllByRole('cell').at(-1)?.textContent).toBe('100');
    expect(screen.getByRole('columnheader', { name: 'Rate' })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { current: 'date' })).toBeNull();
  });

  it('opens at today', async () => {
    const { today } = createInstitutionClock(zoneOffsets(ZONE));
    const begun = today();
    await open('?tab=register');
    const column = await screen.findByRole('columnheader', { current: 'date' });
    const days = [begun, today()]; // midnight may pass meanwhile
    expect(days.map((day) => String(Number(day.slice(8))))).toContain(column.textContent?.match(/\d+$/)?.[0]);
  });

  it('downloads the report in the requested format', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob); // nothing else is downloaded on this page
      return 'blob:report';
    });
    const { person } = await open('?tab=register&month=2026-02');
    await person.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toContain('Ada Lovelace,A-1');
    vi.restoreAllMocks();
  });

  it('prints the PDF of the whole month, in a tab that opens with the click', async () => {
    const tab = { location: { href: '' }, close: vi.fn() };
    const saved: Blob[] = [];
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window); // all that is used of it
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:report';
    });
    const { person } = await open('?tab=register&month=2026-02');
    await person.click(await screen.findByRole('button', { name: 'Print' }));
    await waitFor(() => expect(tab.location.href).toBe('blob:report'));
    expect(await saved[0]?.slice(0, 5).text()).toBe('%PDF-');
    vi.restoreAllMocks();
  });
});

describe('attendance: corrections', () => {
  it('are requested by the person with a reason', async () => {
    const own = await renderApp(server, '/profile/B-2', student);
    await own.person.click(await screen.findByRole('button', { name: /^Request a correction for .*27/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await own.person.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await dialog.findByText('Please enter a reason.')).toBeTruthy();
    await enterText(own.person, dialog.getByLabelText('Reason'), 'I was there, camera failed');
    await own.person.click(dialog.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request sent. An administrator will review it.')).toBeTruthy();
    expect(await screen.findByText('Waiting')).toBeTruthy();
  });

  it('wait in the queue until an administrator decides', async () => {
    const { person, where } = await open('?tab=corrections');
    expect(await screen.findByText('I was there, camera failed')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Accept the request from Bo Diddley' }));
    expect(await screen.findByText('Day corrected.')).toBeTruthy();
    expect(await screen.findByText('No requests')).toBeTruthy();
    await person.click(screen.getByRole('radio', { name: 'Accepted' }));
    await waitFor(() => expect(where().search).toMatchObject({ state: 'accepted' }));
    expect(await screen.findByText('Absent')).toBeTruthy(); // the status before the correction is still shown
  });

  it('give the reason of the status in every row, and can be made there directly', async () => {
    const { person } = await open('?tab=days&from=2026-02-27&to=2026-02-27');
    expect(await screen.findByText('Seen at 09:21. Late after 09:15.')).toBeTruthy();
    expect(screen.getByText(/^Entered by hand. Seen at 09:00/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /^Correct .* of Ada Lovelace$/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('radio', { name: 'Excused' }));
    await enterText(person, dialog.getByLabelText('Reason'), 'School trip');
    await person.click(dialog.getByRole('button', { name: 'Correct this day' }));
    expect(await screen.findByText('Entered by hand. Excused for the day: School trip.')).toBeTruthy();
  });
});

/** The calendar of an office whose reads of this path wait for `release` once `hold` was called. */
async function openCalendarThatCanWait(path: string) {
  let release = () => {};
  let held: Promise<void> | undefined;
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
  const { person } = await renderApp(server, '/admin/attendance?tab=calendar&year=2026', {
    ...admin,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET' && request.url.includes(path)) await held;
      return server.app.fetch(request);
    },
  });
  return { person, hold, release: () => release() };
}

describe('attendance: calendar', () => {
  it('adds holidays from an .ics file and removes them', async () => {
    const { person } = await open('?tab=calendar&year=2026');
    expect(await screen.findByText('No holidays in 2026')).toBeTruthy();
    const ics = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260501\nSUMMARY:May Day\nEND:VEVENT';
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await person.upload(input as HTMLInputElement, new File([ics], 'days.ics', { type: 'text/calendar' }));
    expect(await screen.findByText('May Day')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: /^Remove May Day/ }));
    expect(await screen.findByText('No holidays in 2026')).toBeTruthy();
  });

  it('lists a removed holiday no longer, also before the list is read again', async () => {
    await server.pool.query(`insert into holidays (day, name) values ('2026-08-03', 'Bank Holiday')`);
    const { person, hold, release } = await openCalendarThatCanWait('/admin/holidays');
    const remove = await screen.findByRole('button', { name: /^Remove Bank Holiday/ });
    hold();
    await person.click(remove);
    expect(await screen.findByText(/^Holiday removed\./)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Bank Holiday')).toBeNull());
    release();
  });

  it('excuses a person found by search', async () => {
    const { person } = await open('?tab=calendar&year=2026');
    await person.click(await screen.findByRole('button', { name: 'Excuse' }));
    expect(await screen.findByText('Please choose a person.')).toBeTruthy();
    await person.type(screen.getByPlaceholderText('Name or ID'), 'Ada');
    await person.click(await screen.findByRole('option', { name: 'Ada Lovelace (A-1)', hidden: true }));
    await fillDate(person, screen.getByLabelText('From'), '2026-03-03');
    await fillDate(person, screen.getByLabelText('To'), '2026-03-04');
    await enterText(person, screen.getByLabelText('Reason'), 'Dentist');
    await person.click(screen.getByRole('button', { name: 'Excuse' }));
    expect(await screen.findByText('Leave saved.')).toBeTruthy();
    expect(await screen.findByText('Dentist')).toBeTruthy();
  });

  it('shows two hundred leaves, and earlier ones on request', async () => {
    await server.pool.query(`
      insert into leaves (person_id, first_day, last_day, reason, noted_at)
      select p.id, date '2019-01-01' + n, date '2019-01-01' + n, 'Leave ' || n, now()
      from people p, generate_series(1, 203) n where p.code = 'B-2'`);
    const { person } = await open('?tab=calendar&year=2019');
    expect(await screen.findByText('Leave 203')).toBeTruthy();
    expect(screen.getByText('Leave 4')).toBeTruthy();
    expect(screen.queryByText('Leave 3')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Show earlier leave' }));
    for (const n of [3, 2, 1]) expect(await screen.findByText(`Leave ${n}`)).toBeTruthy();
    expect(screen.getAllByText(/^Leave \d+$/)).toHaveLength(203);
    expect(screen.queryByRole('button', { name: 'Show earlier leave' })).toBeNull();
  });
});

describe('attendance: days that are closed', () => {
  it('become a holiday after a confirmation that counts the absences', async () => {
    await server.services.closing.closeDueDays();
    const { person } = await open('?tab=calendar&year=2026');
    await fillDate(person, await screen.findByLabelText('First day off'), '2026-03-02');
    await person.type(screen.getByLabelText('Name'), 'Snow');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('2 absences become holidays.')).toBeTruthy();
    expect(dialog.getByText('1 day, 2 people. The audit log records the change.')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Snow')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await person.click(await screen.findByRole('button', { name: 'Change these days' }));
    expect(await screen.findByText('Holiday saved. 2 absences become holidays.')).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: /^Remove Snow/ }));
    expect(await screen.findByText('2 absences are added.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    expect(await screen.findByText(/^Holiday removed\./)).toBeTruthy();
  });

  it('are reopened and closed again', async () => {
    const { person } = await open('?tab=calendar&year=2026');
    await fillDate(person, await screen.findByLabelText('Closed day'), '2026-03-02');
    await person.click(screen.getByRole('button', { name: 'Reopen day' }));
    expect(await screen.findByText('2 absences are removed.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    const close = await screen.findByRole('button', { name: /^Close .* now$/ });
    await person.click(close);
    expect(await screen.findByText('2 absences are added.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Close .* now$/ })).toBeNull());
  });

  it('can be asked about again while lists are still read after the change before', async () => {
    const { person, hold, release } = await openCalendarThatCanWait('/admin/leaves');
    await fillDate(person, await screen.findByLabelText('Closed day'), '2026-03-02');
    await person.click(screen.getByRole('button', { name: 'Reopen day' }));
    expect(await screen.findByText('2 absences are removed.')).toBeTruthy();
    hold();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    await person.click(await screen.findByRole('button', { name: /^Close .* now$/ }));
    expect(screen.getByText(/^Day reopened\./)).toBeTruthy();
    expect(await screen.findByText('2 absences are added.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Close .* now$/ })).toBeNull());
    release();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are recalculated after a confirmation', async () => {
    await server.pool.query(`update attendance_days set status = 'unmarked' where day = '2026-03-02'`);
    const { person } = await open('?tab=calendar&year=2026');
    for (const label of ['First day', 'Last day'])
      await fillDate(person, await screen.findByLabelText(label), '2026-03-02');
    await person.click(screen.getByRole('button', { name: 'Recalculate' }));
    expect(await screen.findByText('2 days get a different status or reason.')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Change these days' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { rows } = await server.pool.query(
      `select distinct status from attendance_days where day = '2026-03-02'`,
    );
    expect(rows).toEqual([{ status: 'absent' }]);
  });
});

describe('attendance: decisions', () => {
  it('are decided one at a time, and said in the language of the page', async () => {
    const request = { date: '2026-02-26', wanted: 'excused', reason: 'Language' };
    const asked = await server.call('POST', '/user/corrections', { token: student.token, body: request });
    expect(asked.status).toBe(200);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const call = new Request(input, init);
      if (call.url.endsWith('/decision')) await held;
      return server.app.fetch(call);
    };
    const { person } = await renderApp(server, '/admin/attendance?tab=corrections', {
      ...admin,
      language: 'de',
      fetch,
    });
    const decline = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Antrag von Bo Diddley ablehnen',
    });
    await person.click(screen.getByRole('button', { name: 'Antrag von Bo Diddley annehmen' }));
    await waitFor(() => expect(decline.disabled).toBe(true));
    release();
    expect(await screen.findByText('Tag korrigiert.')).toBeTruthy();
  });
});

describe('my dashboard', () => {
  it('says that there is no school on a day off', async () => {
    server.clock.set('2026-03-07T04:15:00Z');
    const session = await signIn(server, { username: 'b-2', password: 'secret123' });
    await renderApp(server, '/dashboard', session);
    expect(await screen.findByText('No school today.')).toBeTruthy();
    server.clock.set('2026-03-02T04:15:00Z');
  });
});
