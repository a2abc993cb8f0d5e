import { createScriptedEngine, enrolFace } from '@rollcall/api/testing/scripted-engine';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { createDevice, lookOf, pairKiosk } from '@rollcall/api/testing/test-kiosk';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  await server.person('P-1', { name: 'Ada Rai', class_section: 'CS-A' });
  await enrolFace(server, 'P-1', 1);
  const slot = { startTime: '09:00', endTime: '11:00' };
  await server.admin('POST', '/admin/classes', { name: 'Maths', section: 'CS-A', ...slot });
});
afterAll(() => server.close());

const listed = async () => (await server.admin('GET', '/admin/kiosks')).body.kiosks;
beforeEach(async () => {
  for (const { id } of await listed()) await server.admin('DELETE', `/admin/kiosks/${id}`);
});

const asAdmin = async (path = '/settings/kiosks') =>
  renderApp(server, path, await signIn(server, { password: ADMIN_PASSWORD }));
/** A dialog with this title; the one before it may still be closing. */
const dialogOf = (name: string | RegExp) => screen.findByRole('dialog', { name });
const addKiosk = async (name: string, settings: object = {}) => {
  const device = await pairKiosk(server, { name, ...settings });
  await server.admin('POST', `/admin/kiosks/${device.kioskId}/revoke`);
  return device.kioskId;
};

describe('kiosks in the settings', () => {
  it('are explained while there is none, added with sensible choices, and paired at once', async () => {
    const { person } = await asAdmin();
    expect(await screen.findByText('No kiosks yet')).toBeTruthy();
    expect(screen.getByText(/open .*\/kiosk.* on the tablet/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Add kiosk' }));
    const form = await dialogOf('Add kiosk');
    await person.click(within(form).getByRole('button', { name: 'Add and pair device' }));
    expect(await within(form).findByText('Please enter a name.')).toBeTruthy();
    await enterText(person, within(form).getByRole('textbox', { name: /Name/ }), 'Main door');
    await enterText(person, within(form).getByRole('textbox', { name: /Place/ }), 'Hall');
    await person.click(within(form).getByRole('button', { name: 'Add and pair device' }));

    const pairing = await dialogOf('Pair Main door with a device');
    expect(await listed()).toMatchObject([
      {
        name: 'Main door',
        place: 'Hall',
        scope: { of: 'everyone' },
        direction: 'in',
        means: ['face', 'pin'],
        language: 'en',
        sound: true,
        liveness: 'burst',
        strangers_in: 1000,
        paired: null,
      },
    ]);
    expect(within(pairing).getByRole('list', { name: 'How to pair a device' }).textContent).toContain(
      '/kiosk',
    );
    const field = within(pairing).getByRole<HTMLInputElement>('textbox', { name: 'Code on the device' });
    const submit = within(pairing).getByRole('button', { name: 'Pair device' });
    await enterText(person, field, 'abc');
    await person.click(submit);
    expect(await within(pairing).findByText('The code has 8 characters.')).toBeTruthy();
    await person.clear(field);
    await enterText(person, field, 'ABCD-EFGH');
    await person.click(submit);
    expect(await within(pairing).findByText(/No device shows this code/)).toBeTruthy();

    const code = await (await createDevice(server)).code();
    await person.clear(field);
    await enterText(person, field, `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
    expect(field.value).toBe(`${code.slice(0, 4)}-${code.slice(4)}`);
    await person.click(submit);
    expect(await screen.findByText('Device paired. It starts in a moment.')).toBeTruthy();
    // As its sign, which says "Paired" until its health was read, and beside "Last seen".
    await waitFor(() => expect(screen.getAllByText('Not seen yet')).toHaveLength(2));
    expect(screen.getByText('Paired on').nextElementSibling?.textContent).toMatch(/2026/);
    expect(screen.queryByText('Paired')).toBeNull();
  });

  it('say in the dialog that a code is old', async () => {
    await addKiosk('Gate');
    const { person } = await asAdmin();
    await person.click(await screen.findByRole('button', { name: 'Pair device: Gate' }));
    const pairing = await dialogOf('Pair Gate with a device');
    const code = await (await createDevice(server)).code();
    server.clock.advance(5 * 60_000);
    await enterText(person, within(pairing).getByRole('textbox', { name: 'Code on the device' }), code);
    await person.click(within(pairing).getByRole('button', { name: 'Pair device' }));
    // So long after the sign-in, pairing asks who it is.
    const confirm = await dialogOf('Please confirm that it’s you');
    await enterText(person, within(confirm).getByLabelText('Your password'), ADMIN_PASSWORD);
    await person.click(within(confirm).getByRole('button', { name: 'Confirm' }));
    expect(await within(pairing).findByText(/older than five minutes/)).toBeTruthy();
  });

  it('are changed, with the problem of a name at its field', async () => {
    await addKiosk('Gate');
    await addKiosk('Hall');
    const { person } = await asAdmin();
    await person.click(await screen.findByRole('button', { name: 'Edit Hall' }));
    const form = await dialogOf('Edit Hall');
    const name = within(form).getByRole('textbox', { name: /Name/ });
    await person.clear(name);
    await enterText(person, name, 'Gate');
    await person.click(within(form).getByRole('radio', { name: 'Some sections' }));
    const save = within(form).getByRole('button', { name: 'Save' });
    await person.click(save);
    expect(await within(form).findByText('Choose at least one section.')).toBeTruthy();
    await person.click(within(form).getByRole('combobox', { name: 'Sections' }));
    await person.click(await screen.findByRole('option', { name: 'CS-A', hidden: true }));
    await person.click(within(form).getByRole('radio', { name: 'In and out' }));
    await person.click(within(form).getByRole('checkbox', { name: /^PIN/ }));
    await person.click(save);
    expect(await within(form).findByText('Another kiosk has this name.')).toBeTruthy();
    await enterText(person, name, ' two');
    await person.click(save);
    expect(await screen.findByRole('heading', { name: 'Gate two' })).toBeTruthy();
    expect(screen.getByText('Sections CS-A')).toBeTruthy();
    expect(await listed()).toMatchObject([
      { name: 'Gate' },
      { name: 'Gate two', direction: 'both', means: ['face'], scope: { of: 'sections', sections: ['CS-A'] } },
    ]);
  });

  it('recognize a class, which is said with its name', async () => {
    await addKiosk('Lab');
    const { person } = await asAdmin();
    await person.click(await screen.findByRole('button', { name: 'Edit Lab' }));
    const form = await dialogOf('Edit Lab');
    await person.click(within(form).getByRole('radio', { name: 'One class' }));
    expect(within(form).getByText('Only while it meets, from 15 minutes before.')).toBeTruthy();
    await person.click(within(form).getByRole('combobox', { name: 'Class' }));
    await person.click(await screen.findByRole('option', { name: 'Maths', hidden: true }));
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Class Maths, while it meets')).toBeTruthy();
  });

  it('end their device after a question, and are removed after another', async () => {
    const device = await pairKiosk(server, { name: 'Gate' });
    const { person } = await asAdmin();
    const choose = async (item: string) => {
      await person.click(await screen.findByRole('button', { name: 'More actions for Gate' }));
      await person.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
    };
    await choose('Revoke device');
    const question = await dialogOf('Revoke the device of Gate?');
    expect(within(question).getByText(/The tablet stops at once/)).toBeTruthy();
    await person.click(within(question).getByRole('button', { name: 'Revoke device' }));
    expect(await screen.findByText('Not paired yet')).toBeTruthy();
    expect((await device.send('GET', '/kiosk')).body.error.code).toBe('kiosk_unknown');
    await choose('Remove kiosk');
    const last = await dialogOf('Remove Gate?');
    await person.click(within(last).getByRole('button', { name: 'Remove kiosk' }));
    expect(await screen.findByText('No kiosks yet')).toBeTruthy();
    expect(await listed()).toEqual([]);
  });

  it('count their week, and list each decision with its numbers', async () => {
    const door = await pairKiosk(server, { name: 'Gate' });
    const { body } = await door.identify(lookOf({ person: 1 }));
    await door.send('POST', '/kiosk/not-me', { body: { answer_id: body.mark.answer_id } });
    await door.identify(lookOf({ person: 9 }));
    const { person } = await asAdmin();
    const wrong = await screen.findByText('wrong names (“Not me”)');
    expect(wrong.nextElementSibling?.textContent).toBe('1');
    expect(screen.getByText('refused').nextElementSibling?.textContent).toBe('1');
    await person.click(screen.getByRole('button', { name: 'Decisions of Gate' }));
    const dialog = await dialogOf('Decisions of Gate');
    const named = (await within(dialog).findByRole('link', { name: 'Ada Rai' })).closest('li');
    expect(named?.textContent).toMatch(/Not me/);
    expect(named?.textContent).toMatch(/among1needed\d\.\d\dreached\d\.\d\d/);
    expect(within(dialog).getByText('Not recognized')).toBeTruthy();
  });
});

it('what is done with kiosks is in the audit log, in words', async () => {
  await pairKiosk(server, { name: 'Gate' });
  const { person } = await asAdmin('/settings/audit?event=kiosk_added&about=Gate');
  const [added] = await screen.findAllByRole('button', { name: /added a kiosk: Gate/ });
  if (added) await person.click(added);
  const facts = added?.nextElementSibling?.textContent;
  expect(facts).toContain('Recognizeseveryone');
  expect(facts).toContain('Waysface, PIN');
  expect(facts).toContain('Liveness checkseveral pictures');
  expect(facts).toContain('A stranger named at most once in1,000');
});

it('a request that was refused is in the audit log with its reason', async () => {
  const door = await pairKiosk(server, { name: 'Gate' });
  await door.send('GET', '/kiosk', { signed: { time: 0 } });
  const { person } = await asAdmin('/settings/audit?event=kiosk_refused');
  const [refused] = await screen.findAllByRole('button', { name: /Request of a kiosk refused/ });
  if (refused) await person.click(refused);
  expect(refused?.nextElementSibling?.textContent).toContain('Reasonwrong time');
});

describe('the code of a device in the address', () => {
  it('asks which kiosk it is, and is gone once the device is paired', async () => {
    const gate = await addKiosk('Gate');
    await pairKiosk(server, { name: 'Hall' });
    const device = await createDevice(server);
    const code = await device.code();
    const { person, where } = await asAdmin(`/settings/kiosks?code=${code.slice(0, 4)}-${code.slice(4)}`);
    const dialog = await dialogOf('Which kiosk is this device?');
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Code on the device' }).value).toBe(
      `${code.slice(0, 4)}-${code.slice(4)}`,
    );
    // The only one without a device is proposed.
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: /Gate/ }).checked).toBe(true);
    await person.click(within(dialog).getByRole('radio', { name: /Hall/ }));
    expect(within(dialog).getByText(/The device that is paired now stops working/)).toBeTruthy();
    await person.click(within(dialog).getByRole('radio', { name: /Gate/ }));
    await person.click(within(dialog).getByRole('button', { name: 'Pair device' }));
    await waitFor(() => expect(where().search).toEqual({}));
    expect(screen.queryByRole('dialog', { name: 'Which kiosk is this device?' })).toBeNull();
    device.become(gate);
    expect((await device.send('GET', '/kiosk')).body.name).toBe('Gate');
  });

  it('is kept while the first kiosk is added', async () => {
    const code = await (await createDevice(server)).code();
    const { person } = await asAdmin(`/settings/kiosks?code=${code}`);
    const dialog = await dialogOf('Which kiosk is this device?');
    await person.click(within(dialog).getByRole('button', { name: 'Add kiosk' }));
    const form = await dialogOf('Add kiosk');
    await enterText(person, within(form).getByRole('textbox', { name: /Name/ }), 'Gate');
    await person.click(within(form).getByRole('button', { name: 'Add and pair device' }));
    const pairing = await dialogOf('Pair Gate with a device');
    await person.click(within(pairing).getByRole('button', { name: 'Pair device' }));
    await waitFor(async () => expect((await listed())[0]?.paired).not.toBeNull());
  });

  it('is left out where it is none', async () => {
    const { where } = await asAdmin('/settings/kiosks?code=O0I1');
    expect(await screen.findByText('No kiosks yet')).toBeTruthy();
    expect(where().search).toEqual({});
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
