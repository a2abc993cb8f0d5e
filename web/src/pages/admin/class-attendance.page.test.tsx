import { createScriptedEngine, sceneImage } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let session: Awaited<ReturnType<typeof signIn>>;
let classId = 0;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine() });
  await server.person('P-0', { name: 'Ada Rai' });
  await server.person('P-1', { name: 'Ben Koirala' });
  await server.admin('POST', '/admin/scan-face', { user_id: 'P-0', image: sceneImage({ person: 0 }) });
  session = await signIn(server, { password: ADMIN_PASSWORD });
  const slot = { startTime: '09:00', endTime: '11:00' };
  const { body } = await server.admin('POST', '/admin/classes', {
    name: 'Homeroom A',
    section: 'A',
    ...slot,
  });
  classId = body.class.id;
  await server.admin('PUT', `/admin/classes/${classId}/roster`, { user_ids: ['P-0', 'P-1'] });
});
afterAll(() => server.close());

const open = (path: string) => renderApp(server, path, session);
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('li');
  if (!row) throw new Error(`${name} is in no row.`);
  return within(row);
};
const choose = async (name: string, status: string) =>
  (await rowOf(name)).getByRole('radio', { name: status });

describe('class attendance', () => {
  it('shows who was recognised in a photo, marks the rest by hand, and saves once', async () => {
    await server.admin('POST', `/admin/classes/${classId}/identify`, { image: sceneImage([{ person: 0 }]) });
    const { person } = await open(`/admin?class=${classId}&action=attendance`);
    expect((await rowOf('Ada Rai')).getByText(/in the photo, 10:00/)).toBeTruthy();
    expect((await rowOf('Ben Koirala')).getByText(/Not recorded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Mark the rest present' })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Mark the rest absent' }));
    await person.click(await choose('Ben Koirala', 'Excused'));
    await person.click(screen.getByRole('button', { name: 'Save attendance' }));
    expect(await screen.findByText('Class attendance saved successfully!')).toBeTruthy();
    expect((await rowOf('Ada Rai')).getByText(/saved, by photo/)).toBeTruthy();
    expect((await rowOf('Ben Koirala')).getByText(/saved, by hand/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save attendance' }).disabled).toBe(true);
  });

  it('can be changed afterwards', async () => {
    const { person } = await open(`/admin?class=${classId}&action=attendance`);
    await person.click(await choose('Ben Koirala', 'Late'));
    expect((await rowOf('Ben Koirala')).getByText(/by hand/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Save attendance' }));
    await waitFor(async () => expect((await rowOf('Ben Koirala')).getByText(/saved, by hand/)).toBeTruthy());
    expect(await screen.findByText(/2 of 2 present/)).toBeTruthy();
  });

  const saveElsewhere = async (user_id: string, status: string) => {
    const { body } = await server.admin('POST', '/attendance/start', { class_id: classId });
    const marks = [{ user_id, status }];
    await server.admin('PUT', `/admin/classes/${classId}/attendance`, { revision: body.revision, marks });
  };

  it('shows in the row what was saved elsewhere meanwhile', async () => {
    const { person, queryClient } = await open(`/admin?class=${classId}&action=attendance`);
    await person.click(await choose('Ben Koirala', 'Absent'));
    await saveElsewhere('P-1', 'excused');
    await queryClient.invalidateQueries({ queryKey: ['classes'] }); // as the event stream does
    expect(await screen.findByText('Saved as Excused by someone else in the meantime.')).toBeTruthy();
    expect(await choose('Ben Koirala', 'Absent')).toHaveProperty('checked', true);
  });

  it('keeps a mark that is made while the sheet is being saved, and asks before it is left', async () => {
    let finish = () => {};
    const saving = new Promise<void>((done) => {
      finish = done;
    });
    const page = await renderApp(server, `/admin?class=${classId}&action=attendance`, {
      ...session,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') await saving;
        return server.app.fetch(request);
      },
    });
    await page.person.click(await choose('Ada Rai', 'Late'));
    await page.person.click(await screen.findByRole('button', { name: 'Save attendance' }));
    await page.person.click(await choose('Ben Koirala', 'Absent'));
    finish();
    await waitFor(async () => expect((await rowOf('Ada Rai')).getByText(/saved, by/)).toBeTruthy());
    await waitFor(async () => expect(await choose('Ben Koirala', 'Absent')).toHaveProperty('checked', true));
    await page.person.click(await screen.findByRole('link', { name: 'Dashboard' }));
    await page.person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(page.where().search).toMatchObject({ action: 'attendance' }));
    await waitFor(async () => expect(await choose('Ben Koirala', 'Absent')).toHaveProperty('checked', true));
  });

  it('keeps unsaved marks when the save is rejected as outdated, and says so', async () => {
    const { person } = await open(`/admin?class=${classId}&action=attendance`);
    await person.click(await choose('Ben Koirala', 'Present'));
    await saveElsewhere('P-0', 'excused');
    await person.click(screen.getByRole('button', { name: 'Save attendance' }));
    expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
    await waitFor(async () => expect(await choose('Ada Rai', 'Excused')).toHaveProperty('checked', true));
    expect(await choose('Ben Koirala', 'Present')).toHaveProperty('checked', true);
    await person.click(screen.getByRole('button', { name: 'Save attendance' }));
    await waitFor(async () => expect((await rowOf('Ben Koirala')).getByText(/saved, by hand/)).toBeTruthy());
  });
});
