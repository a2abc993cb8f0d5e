import { createScriptedEngine, enrolFace } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, PERSON_PASSWORD, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let classId = 0;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine(), strictEvidence: true });
  await server.person('P-1', { name: 'Ada Rai' });
  await enrolFace(server, 'P-1', 1);
  const slot = { startTime: '09:00', endTime: '11:00' };
  const { body } = await server.admin('POST', '/admin/classes', { name: 'Maths', section: 'A', ...slot });
  classId = body.class.id;
  await server.admin('PUT', `/admin/classes/${classId}/roster`, { user_ids: ['P-1'] });
});
afterAll(() => server.close());

const asAdmin = async (path: string) =>
  renderApp(server, path, await signIn(server, { password: ADMIN_PASSWORD }));
const asStudent = async (path: string) =>
  renderApp(server, path, await signIn(server, { username: 'p-1', password: PERSON_PASSWORD }));
const demands = async () => (await server.admin('GET', '/admin/evidence')).body.demands;

describe('what a check-in must prove', () => {
  it('is chosen by kind of person, with what each choice means', async () => {
    const { person } = await asAdmin('/settings/faces');
    const field = await screen.findByRole('combobox', { name: 'Student' });
    expect((field as HTMLInputElement).value).toBe('Network or code');
    await person.click(field);
    const list = await screen.findByRole('listbox', { name: 'Student', hidden: true });
    expect(
      within(list)
        .getAllByRole('option', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Kiosk only', 'Network and code', 'Network', 'Code', 'Network or code', 'Nothing else']);
    await person.click(within(list).getByRole('option', { name: 'Nothing else', hidden: true }));
    expect(await screen.findByText('From any device, anywhere. Records say “own device”.')).toBeTruthy();
    expect(screen.getByText(/someone can check in from home/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () =>
      expect(await demands()).toMatchObject({ student: 'device', teacher: 'network_or_code' }),
    );
    await server.admin('PUT', '/admin/evidence', { ...(await demands()), student: 'network_or_code' });
  });

  it('stays as it is being entered when somebody else saves, and what nobody has entered follows', async () => {
    const { person, queryClient } = await asAdmin('/settings/faces');
    const choose = async (kind: string, demand: string) => {
      await person.click(await screen.findByRole('combobox', { name: kind }));
      const list = await screen.findByRole('listbox', { name: kind, hidden: true });
      await person.click(within(list).getByRole('option', { name: demand, hidden: true }));
    };
    const value = (kind: string) => screen.getByRole<HTMLInputElement>('combobox', { name: kind }).value;
    await choose('Teacher', 'Nothing else');
    await server.admin('PUT', '/admin/evidence', { ...(await demands()), student: 'kiosk' });
    await server.admin('POST', '/admin/face-settings', { liveness: 'always' });
    await queryClient.invalidateQueries();
    const always = screen.getByRole<HTMLInputElement>('radio', { name: 'Always with a movement' });
    await waitFor(() => expect(always.checked).toBe(true));
    expect(value('Teacher')).toBe('Nothing else');
    await server.admin('PUT', '/admin/evidence', { ...(await demands()), student: 'network_or_code' });
  });

  it('can be more for the people of a class', async () => {
    const { person } = await asAdmin('/settings/faces');
    const region = await screen.findByRole('region', { name: 'Classes that need more' });
    await person.click(await within(region).findByRole('combobox', { name: /^Class/ }));
    const list = await screen.findByRole('listbox', { name: /^Class/, hidden: true });
    await person.click(within(list).getByRole('option', { name: 'Maths', hidden: true }));
    await person.click(within(region).getByRole('button', { name: 'Add class' }));
    const remove = await within(region).findByRole('button', { name: 'Remove the rule of Maths' });
    expect(within(region).getByText('Code', { selector: 'li *' })).toBeTruthy();
    expect((await server.admin('GET', '/admin/evidence')).body.classes).toMatchObject([{ demand: 'code' }]);
    await person.click(remove);
    await waitFor(() => expect(within(region).queryByText('Maths', { selector: 'li *' })).toBeNull());
    expect((await server.admin('GET', '/admin/evidence')).body.classes).toEqual([]);
  });

  it('counts networks, which are added with the address in use and removed after a question', async () => {
    const { person } = await asAdmin('/settings/faces');
    const networks = await screen.findByRole('region', { name: 'Networks' });
    expect(
      within(networks).getByText('No network yet. Until there is one, the code is needed.'),
    ).toBeTruthy();
    await enterText(
      person,
      within(networks).getByRole('textbox', { name: /Address or range/ }),
      'the school',
    );
    await person.click(within(networks).getByRole('button', { name: 'Add network' }));
    expect(await screen.findByText(/This is no address or range/)).toBeTruthy();
    const field = within(networks).getByRole<HTMLInputElement>('textbox', { name: /Address or range/ });
    await person.clear(field);
    await enterText(person, field, '10.1.0.0/16');
    await enterText(person, within(networks).getByRole('textbox', { name: /Name/ }), 'School Wi-Fi');
    await person.click(within(networks).getByRole('button', { name: 'Add network' }));
    expect(await within(networks).findByText('School Wi-Fi')).toBeTruthy();
    expect(field.value).toBe('');
    await person.click(within(networks).getByRole('button', { name: 'Remove 10.1.0.0/16' }));
    await person.click(await screen.findByRole('button', { name: 'Remove network' }));
    await waitFor(() => expect(within(networks).queryByText('School Wi-Fi')).toBeNull());
  });
});

describe('the code of a place', () => {
  const shown = async (path: string) => (await server.admin('GET', path)).body.code as string;

  it('is shown in large digits on the page of today and in front of a class', async () => {
    const { person } = await asAdmin('/today');
    await person.click(await screen.findByRole('button', { name: 'Show code' }));
    expect(await screen.findByText(await shown('/place-code'))).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Time until the code changes' })).toBeTruthy();
  });

  it('of a class names the class', async () => {
    const { person } = await asAdmin(`/admin?class=${classId}&action=attendance`);
    await person.click(await screen.findByRole('button', { name: 'Show code' }));
    expect(await screen.findByText('Maths: enter this code on your device')).toBeTruthy();
    expect(screen.getByText(await shown(`/admin/classes/${classId}/code`))).toBeTruthy();
  });

  it('is asked for before the camera, says when it is wrong, and goes on by itself when it is right', async () => {
    const { person } = await asStudent('/dashboard');
    await person.click(await screen.findByRole('button', { name: 'Mark Attendance' }));
    expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeTruthy();
    const right = await shown(`/admin/classes/${classId}/code`);
    const all = await shown('/place-code');
    const wrong = ['111111', '222222', '333333'].find((each) => each !== right && each !== all) ?? '';
    const type = async (code: string) => {
      for (const [at, digit] of [...code].entries())
        await person.type(await screen.findByRole('textbox', { name: `Digit ${at + 1}` }), digit);
    };
    await type(wrong);
    expect(await screen.findByText(/This code is wrong or has changed/)).toBeTruthy();
    await type(right);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Enter the code' })).toBeNull());
  });

  it('is not asked for where only a kiosk counts: that is said instead', async () => {
    await server.admin('PUT', '/admin/evidence', { ...(await demands()), student: 'kiosk' });
    const { person } = await asStudent('/dashboard');
    await person.click(await screen.findByRole('button', { name: 'Mark Attendance' }));
    expect(await screen.findByRole('heading', { name: 'Please use the kiosk' })).toBeTruthy();
  });
});
