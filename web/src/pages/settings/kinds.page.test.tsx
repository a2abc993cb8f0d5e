import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage } from '../../lib/i18n/i18n.ts';
import { office } from '../../locales/en/office.ts';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('K-1', { class_section: '4B' });
});
afterAll(() => server.close());

const asAdmin = () => signIn(server, { password: ADMIN_PASSWORD });
const become = (kind: string) => server.admin('PUT', '/admin/institution', { kind });
const navigation = () => screen.findByRole('navigation', { name: 'Daily work' });

describe('the kind of institution', () => {
  it('changes the words of the open pages at once, and back again', async () => {
    const { person, router } = await renderApp(server, '/settings/institution', await asAdmin());
    const choose = async (name: string) => {
      await person.click(await screen.findByRole('radio', { name }));
      await person.click(screen.getByRole('button', { name: office.management.institution.save }));
    };
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'University' })).checked).toBe(true);
    expect(within(await navigation()).getByRole('link', { name: 'Classes' })).toBeTruthy();

    await choose('School');
    await waitFor(async () =>
      expect(within(await navigation()).queryByRole('link', { name: 'Lessons' })).toBeTruthy(),
    );
    await router.navigate({ to: '/people' });
    expect(await screen.findByRole('columnheader', { name: /^Class$/ })).toBeTruthy();

    await router.navigate({ to: '/settings/$section', params: { section: 'institution' } });
    await choose('Workplace');
    await waitFor(async () =>
      expect(within(await navigation()).queryByRole('link', { name: 'Shifts' })).toBeTruthy(),
    );
    await choose('University');
    await waitFor(async () =>
      expect(within(await navigation()).queryByRole('link', { name: 'Classes' })).toBeTruthy(),
    );
    await choose('School');
    await waitFor(async () =>
      expect(within(await navigation()).queryByRole('link', { name: 'Lessons' })).toBeTruthy(),
    );
  });

  it('stays in the words through a change of language, and leaves the catalogue as it is', async () => {
    await become('workplace');
    const parts = await renderApp(server, '/people', await asAdmin());
    expect(within(await navigation()).getByRole('link', { name: 'Shifts' })).toBeTruthy();
    await changeLanguage(parts.i18n, 'de', localStorage);
    expect(await screen.findByRole('columnheader', { name: /^Abteilung$/ })).toBeTruthy();
    await changeLanguage(parts.i18n, 'en', localStorage);
    expect(await screen.findByRole('columnheader', { name: /^Department$/ })).toBeTruthy();
    expect(within(await navigation()).getByRole('link', { name: 'Shifts' })).toBeTruthy();
    // Another app of the same process, such as the next test.
    expect(office.people.columns.section).toBe('Class/Section');
    await become('university');
    await renderApp(server, '/people', await asAdmin());
    expect((await screen.findAllByRole('link', { name: 'Classes' })).length).toBeGreaterThan(0);
  });

  it('asks a school for a grade, and a workplace for neither program nor grade', async () => {
    await become('school');
    const school = await renderApp(server, '/settings/classes', await asAdmin());
    const grade = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Grade' });
    expect(grade.value).toBe('1');
    await school.person.click(grade);
    expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(13);
    expect(screen.queryByText(/Bachelor|Semester|Program/)).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Class' }).value).toBe('');
  });

  it('a workplace adds a shift without program and semester, and reads its own word for a taken one', async () => {
    await become('workplace');
    const { person } = await renderApp(server, '/classes', await asAdmin());
    const add = async () => {
      await person.click((await screen.findAllByRole('button', { name: 'Add shift' }))[0] as HTMLElement);
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.queryByRole('combobox')).toBeNull();
      await enterText(person, dialog.getByLabelText(/^Name/), 'Early shift');
      await enterText(person, dialog.getByLabelText('Department'), 'Stores');
      await person.click(dialog.getByRole('button', { name: 'Save shift' }));
    };
    await add();
    expect(await screen.findByText(/Department Stores/)).toBeTruthy();
    expect(screen.queryByText(/semester|none/i)).toBeNull();
    await add();
    expect(await screen.findByText('A shift with this department and task already exists.')).toBeTruthy();
  });
});
