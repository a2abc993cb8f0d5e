import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { pairKiosk, type TestDevice } from '@rollcall/api/testing/test-kiosk';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
let door: TestDevice;
beforeAll(async () => {
  server = await openTestApp({ limits: 'none' });
  door = await pairKiosk(server, { name: 'Main door' });
});
afterAll(() => server.close());

const NONE = Array.from({ length: 13 }, () => 0);
const report = (change: object = {}, counts: object = {}) =>
  door.send('POST', '/kiosk/health', {
    body: {
      app_version: '0.0.0',
      camera: 'ready',
      camera_for_ms: 60_000,
      brightness: 0.4,
      clock_offset_ms: 200,
      storage_used: 12_000_000,
      storage_granted: 2_000_000_000,
      storage_persistent: true,
      queue: 3,
      wake_lock: true,
      ...change,
      counts: {
        asked: 0,
        answered: 0,
        second_tries: 0,
        answer_times: NONE,
        camera_restarts: 0,
        faces: 0,
        backlit_faces: 0,
        ...counts,
      },
    },
  });
const openKiosks = async () =>
  renderApp(server, '/settings/kiosks', { token: await server.adminToken(), role: 'admin' });

describe('the health of kiosks', () => {
  it('is a sign and a sentence that says what to do in the list, and figures in a window', async () => {
    await report(
      { camera: 'missing', camera_for_ms: 600_000, clock_offset_ms: 7_200_000 },
      { asked: 20, answered: 20, second_tries: 3, answer_times: NONE.with(3, 20), camera_restarts: 4 },
    );
    const { person } = await openKiosks();
    expect(await screen.findByText('Needs attention')).toBeTruthy();
    expect(screen.getByText('No camera.').parentElement?.textContent).toBe(
      'No camera. Plug the camera in again, or restart the tablet. (and 1 more)',
    );
    await person.click(screen.getByRole('button', { name: 'Health of Main door' }));
    const dialog = await screen.findByRole('dialog');
    const fact = (term: string) => within(dialog).getByText(term).nextElementSibling?.textContent;
    await within(dialog).findByText('The tablet’s clock is wrong');
    expect(fact('Camera')).toMatch(/^Not found since /);
    expect(fact('Clock')).toBe('2 hours ahead');
    expect(fact('Version')).toBe('0.0.0');
    expect(fact('Waiting to be sent')).toBe('3');
    expect(fact('Storage')).toBe('12 MB of 2 GB · kept for good');
    expect(fact('Screen')).toBe('Kept on');
    const figure = (term: RegExp) => within(dialog).getByText(term).nextElementSibling?.textContent;
    expect(figure(/from still face/)).toBe('0.9 seconds');
    expect(figure(/for 95 of 100/)).toBe('1 second');
    expect(figure(/second tries/)).toBe('15');
    expect(figure(/camera restarts/)).toBe('4');
  });

  it('of a kiosk that is well needs no words', async () => {
    await report();
    await openKiosks();
    expect(await screen.findByText('Online')).toBeTruthy();
    expect(screen.queryByText(/more\)/)).toBeNull();
  });

  it('that fell silent is said on every page to those who manage kiosks, until it is back', async () => {
    for (let minute = 0; minute < 11; minute++) {
      server.clock.advance(60_000);
      await server.services.kioskSilence.check();
    }
    const { queryClient } = await renderApp(server, '/dashboard', {
      token: await server.adminToken(),
      role: 'admin',
    });
    const bar = await screen.findByText(/^Main door has been silent since .*10:00/);
    expect(bar.closest('[role=status]')).toBeTruthy();
    await report();
    await server.services.kioskSilence.check();
    await queryClient.invalidateQueries({ queryKey: ['settings'] });
    await waitFor(() => expect(screen.queryByText(/^Main door has been silent/)).toBeNull());
  });

  it('is nothing for people', async () => {
    const { token } = await server.person('P-1');
    const { calls } = await renderApp(server, '/dashboard', { token });
    await screen.findAllByRole('button', { name: /Refresh/ });
    expect(calls.filter(({ path }) => path.includes('kiosks'))).toEqual([]);
  });
});
