import { openTestApp, type TestApp } from '@rollcall/api/testing/test-app';
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

describe('how we measured', () => {
  it('says for children, women and groups who is taken for another and who is refused, as far as it is known', async () => {
    await renderApp(server, '/how-we-measured');
    const table = within(await screen.findByRole('table', { name: /accepted as someone else/ }));
    const children = table.getByRole('row', { name: /Age 8 to 11/ });
    expect(children.textContent).toContain('1 in 25,000');
    expect(children.textContent).toContain('1 in 16,000 to 1 in 50,000');
    expect(children.textContent).toContain('1 in 88');
    expect(children.textContent).toContain('9.7%');
    const women = table.getByRole('row', { name: /Black women/ });
    expect(women.textContent).toContain('none seen (fewer than 1 in 8,800)');
    expect(women.textContent).toContain('not measured');
    const attacks = within(screen.getByRole('table', { name: 'Checked in' }));
    expect(attacks.getByRole('row', { name: /bent by software/ }).textContent).toContain('1 of 20');
    expect(attacks.getByRole('row', { name: /One recording/ }).textContent).toContain('0% to 16.1%');
    const genuine = within(screen.getByRole('table', { name: 'Accepted at the first try' }));
    expect(genuine.getByRole('row', { name: /Always with a movement/ }).textContent).toContain('97 of 100');
    // Figures that are not there are not made up.
    expect(screen.getAllByText('Not measured for this version yet.')).toHaveLength(3);
  });
});
