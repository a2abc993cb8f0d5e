import { File } from 'node:buffer';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { enterText } from '../../testing/enter-text.ts';
import { renderApp, signIn } from '../../testing/render-app.tsx';

let server: TestApp;
let session: Awaited<ReturnType<typeof signIn>>;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('OLD-1', { name: 'Olga Old' });
});
// A restore ends every session.
beforeEach(async () => {
  session = await signIn(server, { password: ADMIN_PASSWORD });
});
afterAll(() => server.close());
const open = (path: string) => renderApp(server, path, session);

const PASSPHRASE = 'correct horse battery';

/** Chooses a file. Node's fetch cannot send a File of jsdom. */
function choose(label: string, name: string, ...parts: (string | Uint8Array<ArrayBuffer>)[]): void {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), {
    target: { files: [new File(parts, name)] },
  });
}

const bytesOf = async (file: string) => {
  const headers = { Authorization: `Bearer ${session.token}` };
  const response = await server.app.request(`/api/admin/download/${file}`, { headers });
  return new Uint8Array(await response.arrayBuffer());
};

describe('backup and restore', () => {
  it('encrypts a backup with a passphrase, and restores it after the name was typed', async () => {
    const { person } = await open('/admin?tab=backup');
    await person.click(await screen.findByRole('radio', { name: /^Passphrase/ }));
    await enterText(
      person,
      screen.getByLabelText('Passphrase', { selector: 'input[type=password]' }),
      'short',
    );
    await person.click(screen.getByRole('button', { name: 'Create backup' }));
    expect(await screen.findByText('Use at least 10 characters.')).toBeTruthy();
    const field = screen.getByLabelText('Passphrase', { selector: 'input[type=password]' });
    await person.clear(field);
    await enterText(person, field, PASSPHRASE);
    const again = screen.getByLabelText('Repeat the passphrase', { selector: 'input[type=password]' });
    await enterText(person, again, 'another passphrase');
    await person.click(screen.getByRole('button', { name: 'Create backup' }));
    expect(await screen.findByText('The passphrases don’t match.')).toBeTruthy();
    await person.clear(again);
    await enterText(person, again, PASSPHRASE);
    await person.click(screen.getByRole('button', { name: 'Create backup' }));
    expect(await screen.findByRole('button', { name: /Download Database backup/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Copy SHA-256 [0-9a-f]{16}$/ })).toBeTruthy();
    const { body } = await server.admin('GET', '/admin/operations');
    const archive = await bytesOf(body.operations[0].filename);
    await server.person('LATER-1');

    await person.click(screen.getByRole('button', { name: 'Restore' }));
    choose('Choose a backup file', 'photo.rollcall', 'no backup at all');
    expect(await screen.findByText(/This is not a Rollcall backup/)).toBeTruthy();
    choose('Choose a backup file', 'school.rollcall', archive);
    const locked = await screen.findByLabelText('Passphrase', { selector: 'input[type=password]' });
    expect(screen.getByText(/Backup of Test School from/)).toBeTruthy();
    await enterText(person, locked, 'another passphrase');
    await person.click(screen.getByRole('button', { name: 'Open file' }));
    expect(await screen.findByText(/This passphrase does not open/)).toBeTruthy();
    await enterText(
      person,
      screen.getByLabelText('Passphrase', { selector: 'input[type=password]' }),
      PASSPHRASE,
    );
    await person.click(screen.getByRole('button', { name: 'Open file' }));

    expect(await screen.findByText('File verified. Nothing has been changed yet.')).toBeTruthy();
    const restore = screen.getByRole<HTMLButtonElement>('button', { name: 'Restore now' });
    const name = screen.getByLabelText('Type Test School to confirm');
    await enterText(person, name, 'test school');
    expect(restore.disabled).toBe(true);
    await person.clear(name);
    await enterText(person, name, 'Test School');
    await person.click(restore);
    expect(await screen.findByText('Backup restored')).toBeTruthy();
    expect(localStorage.getItem('token')).toBeNull();
    const { body: users } = await server.admin('GET', '/admin/users');
    expect(users.users.map(({ id }: { id: string }) => id)).toEqual(['OLD-1']);
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  });

  it('makes one export of a double click', async () => {
    const { person, calls } = await open('/admin?tab=backup');
    await person.dblClick(await screen.findByRole('button', { name: 'Export JSON' }));
    expect(await screen.findByText(/^Export ready/)).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/api/admin/export/json')).toHaveLength(1);
  });

  it('saves the schedule, and exports keys only with the passphrase typed twice', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { person } = await open('/admin?tab=backup&view=schedule');
    const daily = await screen.findByLabelText('Keep daily backups for (days)');
    await person.clear(daily);
    await person.type(daily, '400');
    await person.click(screen.getByRole('button', { name: 'Save schedule' }));
    expect(await screen.findByText('Enter a whole number from 1 to 90.')).toBeTruthy();
    await person.clear(daily);
    await person.type(daily, '14');
    await person.click(screen.getByRole('button', { name: 'Save schedule' }));
    expect(await screen.findByText('Backup schedule saved successfully!')).toBeTruthy();
    expect((await server.admin('GET', '/admin/backup/schedule')).body.keep_daily).toBe(14);

    await enterText(person, screen.getByLabelText('Passphrase'), PASSPHRASE);
    await enterText(person, screen.getByLabelText('Repeat the passphrase'), 'correct horse batter');
    await person.click(screen.getByRole('button', { name: 'Export keys' }));
    expect(await screen.findByText('The passphrases don’t match.')).toBeTruthy();
    expect(click).not.toHaveBeenCalled();
    await person.type(screen.getByLabelText('Repeat the passphrase'), 'y');
    await person.click(screen.getByRole('button', { name: 'Export keys' }));
    expect(await screen.findByText('Keys exported')).toBeTruthy();
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
  });
});

describe('import', () => {
  it('maps columns, lists and skips bad rows, and shows the passwords once', async () => {
    const { person, where } = await open('/admin?tab=users');
    await person.click(await screen.findByRole('button', { name: 'Import' }));
    await waitFor(() => expect(where().search).toMatchObject({ action: 'import' }));
    choose(
      'Choose a file',
      'people.csv',
      'Roll No;Pupil;Class\nN-1;Nora New;CS-A\nOLD-1;Somebody Else;CS-A\nN-2;;CS-B\nN-3;Nils New;CS-B\n',
    );
    // The column "Roll No" is recognised, "Pupil" is not.
    const check = await screen.findByRole<HTMLButtonElement>('button', { name: 'Check file' });
    expect(check.disabled).toBe(true);
    await person.click(screen.getByRole('combobox', { name: 'Name (required)' }));
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await person.click(check);
    expect(await screen.findByText('2 rows can be imported')).toBeTruthy();
    expect(screen.getByText('2 rows have problems')).toBeTruthy();
    const wrong = screen.getByRole('table', { name: 'Rows with problems' });
    expect(
      within(wrong).getByRole('row', { name: '3 Somebody Else ID This ID is already in use.' }),
    ).toBeTruthy();
    expect(within(wrong).getByRole('row', { name: '4 N-2 Name The name is missing.' })).toBeTruthy();
    const run = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2' });
    expect(run.disabled).toBe(true);
    await person.click(screen.getByRole('radio', { name: 'Skip these rows' }));
    await person.click(run);
    expect(await screen.findByText('2 rows imported')).toBeTruthy();
    expect(screen.getByText('2 rows were skipped.')).toBeTruthy();
    const skipped = screen.getByRole('table', { name: 'Skipped rows' });
    expect(within(skipped).getByRole('row', { name: /^3 Somebody Else ID/ })).toBeTruthy();
    const files: Blob[] = [];
    const keep = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:skipped';
    });
    await person.click(screen.getByRole('button', { name: 'Download skipped rows (CSV)' }));
    keep.mockRestore();
    expect(await files[0]?.text()).toContain('OLD-1,Somebody Else,CS-A,Row 3: This ID is already in use.');
    const list = screen.getByRole('table', { name: 'Passwords' });
    const [row] = within(list).getAllByRole('row', { name: /Nora New/ });
    const password = row?.querySelector('code')?.textContent ?? '';
    const signedIn = await server.call('POST', '/user/login', { body: { username: 'n-1', password } });
    expect(signedIn.status).toBe(200);
    // This page is open at localhost, which no other device reaches.
    expect(screen.getByText('This address works on this computer only')).toBeTruthy();
    await enterText(
      person,
      screen.getByLabelText('Address to print on the slips'),
      'rollcall.school.example',
    );
    // Leaving asks until they are in a file.
    await person.click(screen.getByRole('button', { name: 'Show people' }));
    await person.click(await screen.findByRole('button', { name: 'Stay here' }));
    const sent: Request[] = [];
    const { fetch } = server.app;
    const watched = vi.spyOn(server.app, 'fetch').mockImplementation((request, ...rest) => {
      if (request.url.endsWith('/password-slips')) sent.push(request.clone());
      return fetch(request, ...rest);
    });
    await person.click(screen.getByRole('button', { name: 'Slips to cut (PDF)' }));
    expect(await screen.findByText('Password slips saved.')).toBeTruthy();
    watched.mockRestore();
    expect(await sent[0]?.json()).toMatchObject({ site: 'rollcall.school.example' });
    await person.click(screen.getByRole('button', { name: 'Show people' }));
    expect(await screen.findByText('Nils New')).toBeTruthy();
  });

  it('shows problems of rows in German', async () => {
    const { person } = await renderApp(server, '/admin?tab=users&action=import&what=attendance', {
      ...session,
      language: 'de',
    });
    await screen.findByRole('button', { name: 'Datei wählen' });
    choose('Datei wählen', 'tage.csv', 'ID,Date,In\nOLD-1,27.02.2026,9:05\nNIEMAND,2026-02-26,9:05\n');
    await person.click(await screen.findByRole('button', { name: 'Datei prüfen' }));
    expect(await screen.findByText('Das ist kein Datum.')).toBeTruthy();
    expect(screen.getByText('Niemand hat diese ID.')).toBeTruthy();
    expect(screen.getByText('Nichts zu importieren')).toBeTruthy();
  });
});

describe('automatic backups', () => {
  it('that failed twice in a row are shown on every data page, until one succeeds', async () => {
    const failures = (count: number) =>
      server.pool.query(
        `insert into jobs (kind, key, state, failures, last_failure_at, next_attempt_at, problem)
         values ('nightly_backup', '2026-03-02', 'waiting', $1, now(), now() + interval '1 hour',
           'There is not enough space on the disk.')
         on conflict (kind, key) do update set failures = excluded.failures`,
        [count],
      );
    await failures(1);
    await open('/admin?tab=backup');
    await screen.findByText('Recent operations', { exact: false });
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    await failures(2);
    await open('/admin?tab=backup&view=schedule');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The automatic backup failed 2 times in a row');
    expect(alert.textContent).toContain('There is not enough space on the disk.');
    cleanup();
    await renderApp(server, '/admin?tab=backup', { ...session, language: 'de' });
    expect(await screen.findByText(/2-mal hintereinander fehlgeschlagen/)).toBeTruthy();
    await server.pool.query('delete from jobs');
  });
});

describe('audit log', () => {
  it('is a sentence for each entry under its day, with the details on demand', async () => {
    const session = { token: await server.adminToken(), role: 'admin' as const };
    await server.person('AUD-1', { name: 'Ada Audit' });
    const file = `backup-${'9f963cf5'.repeat(6)}.rollcall`;
    await server.pool.query(
      `insert into audit (at, action, subject, actor_name, address, detail) values
         ($1, 'file_downloaded', $2, 'Maria Office', '10.0.0.7', '{"bytes": 2048}')`,
      [server.clock.now(), file],
    );
    const { person } = await renderApp(server, '/settings/audit', session);
    expect((await screen.findAllByRole('heading', { name: /^\w+, .*\d{4}$/ })).length).toBeGreaterThan(0);
    const line = await screen.findByRole('button', {
      name: new RegExp(`Maria Office downloaded a file: ${file}`),
    });
    expect(screen.getByRole('button', { name: /Administrator \w+ a person: Ada Audit/ })).toBeTruthy();
    expect(screen.queryByText('10.0.0.7')).toBeNull();
    await person.click(line);
    expect(await screen.findByText('10.0.0.7')).toBeTruthy();
    expect(screen.getByText('2 kB')).toBeTruthy();
    expect(screen.getByText(file, { selector: 'code' }).title).toBe(file);
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('shows what the server did by itself on request, with the choice in the address', async () => {
    const session = { token: await server.adminToken(), role: 'admin' as const };
    await server.pool.query(
      `insert into audit (at, action, subject, actor_name, address, detail) values
         ($1, 'day_closed', '2026-02-27', 'Rollcall', 'server', '{"people": 0}')`,
      [server.clock.now()],
    );
    const { person, where } = await renderApp(server, '/settings/audit', session);
    await screen.findAllByRole('button', { name: /signed in/ });
    expect(screen.queryByRole('button', { name: /Rollcall closed a day/ })).toBeNull();
    await person.click(screen.getByRole('switch', { name: 'System entries' }));
    expect(
      await screen.findByRole('button', { name: /Rollcall closed a day: 27 Feb 2026|Feb 27, 2026/ }),
    ).toBeTruthy();
    expect(where().search).toEqual({ system: true });
    await person.click(screen.getByRole('switch', { name: 'System entries' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Rollcall closed a day/ })).toBeNull());
    cleanup();
    await renderApp(server, '/settings/audit?event=day_closed', session);
    expect(await screen.findByRole('button', { name: /Rollcall closed a day/ })).toBeTruthy();
  });

  it('is filtered by the server, with the filter in the address', async () => {
    const { person, where } = await open('/admin?tab=backup&view=audit');
    expect((await screen.findAllByRole('button', { name: /signed in/ })).length).toBeGreaterThan(0);
    await enterText(person, screen.getByLabelText('Person, ID or file'), 'OLD-1');
    await waitFor(() => expect(where().search).toMatchObject({ view: 'audit', about: 'OLD-1' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /signed in/ })).toBeNull());
    expect(await screen.findByRole('button', { name: /registered a person|added a person/i })).toBeTruthy();
    await open('/admin?tab=backup&view=audit&event=restored&from=2030-01-01');
    expect(await screen.findByText('No entries found')).toBeTruthy();
  });

  it('says how far back it searched in a long log, and goes on from there', async () => {
    // As many as one call looks at.
    await server.pool.query(
      `insert into audit (at, action, subject, actor_name, address, detail)
       select $1, 'sign_in', null, 'Crowd', '192.0.2.1', '{}' from generate_series(1, 100000)`,
      [server.clock.now()],
    );
    const { person } = await open('/settings/audit?about=OLD-1');
    expect(await screen.findByText(/^No entries back to .*2026.+/)).toBeTruthy();
    expect(screen.queryByText('No entries found')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Search older entries' }));
    expect(await screen.findByRole('button', { name: /registered a person|added a person/i })).toBeTruthy();
    expect(screen.queryByText(/^Searched back to|^No entries/)).toBeNull();
    expect(screen.queryByRole('button', { name: /older entries/ })).toBeNull();
    cleanup();
    await server.pool.query(
      `insert into audit (at, action, subject, actor_name, address, detail)
       values ($1, 'sign_in', 'OLD-1', 'Crowd', '192.0.2.1', '{}')`,
      [server.clock.now()],
    );
    await open('/settings/audit?about=OLD-1');
    expect(await screen.findByText(/^Searched back to .*2026.+\.$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Search older entries' })).toBeTruthy();
    await server.pool.query(`delete from audit where actor_name = 'Crowd'`);
  });
});
