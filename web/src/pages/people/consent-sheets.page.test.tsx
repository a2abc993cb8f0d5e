import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  await server.person('ASK-1', { name: 'Ada Asked' });
  await server.person('ASK-2', { name: 'Ben Asked' });
});
afterAll(() => server.close());

describe('consent of the selected people', () => {
  it('is asked for with sheets to sign, and the profile says when and by whom', async () => {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:sheets';
    });
    const session = { token: await server.adminToken(), role: 'admin' as const };
    const page = await renderApp(server, '/people?q=ASK-', session);
    await page.person.click(await screen.findByRole('checkbox', { name: 'Select everyone on this page' }));
    const bar = within(await screen.findByRole('region', { name: 'Selected people' }));
    await page.person.click(bar.getByRole('button', { name: 'Consent sheets' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.type).toBe('application/pdf');
    expect(await screen.findByText(/^Sheets to sign are ready/)).toBeTruthy();
    cleanup();
    await renderApp(server, '/profile/ASK-2', session);
    expect(await screen.findByText(/^Asked on .* by Administrator\.$/)).toBeTruthy();
  });
});
