import { MantineProvider } from '@mantine/core';
import { createClient } from '@rollcall/api/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { ApiContext } from '../../lib/api/api.ts';
import { createI18n } from '../../lib/i18n/i18n.ts';
import { officeTextsQuery } from '../../lib/i18n/office-texts.queries.ts';
import { BulkDeleteModal } from './bulk-modals.tsx';

const IDS = Array.from({ length: 120 }, (_, at) => `P-${at}`);

/** The window that deletes 120 people in three calls, on a server whose answers the test gives. */
async function openDelete() {
  const asked: string[][] = [];
  let answer: (response: Response) => void = () => undefined;
  const { api } = createClient('http://school', {
    fetch: async (input, init) => {
      asked.push((await new Request(input, init).json()).user_ids);
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    },
    headers: () => ({}),
  });
  const i18n = await createI18n('en');
  const queries = new QueryClient();
  await queries.fetchQuery(officeTextsQuery(i18n, 'school'));
  const left: string[][] = [];
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiContext value={api}>
          <MantineProvider env="test">
            <BulkDeleteModal ids={IDS} onClose={() => undefined} onDone={(rest) => left.push([...rest])} />
          </MantineProvider>
        </ApiContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  const person = userEvent.setup({ delay: null });
  await person.type(screen.getByRole('textbox'), '120');
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  return {
    asked,
    left,
    person,
    succeed: () => answer(Response.json({ done: 50, refused: [] })),
    fail: () =>
      answer(Response.json({ error: { code: 'forbidden', message: 'Not allowed.' } }, { status: 403 })),
  };
}

it('deleting many people ends after the call that is on its way, and says how many are left', async () => {
  const { asked, left, person, succeed } = await openDelete();
  await person.click(screen.getByRole('button', { name: 'Stop' }));
  succeed();
  expect(await screen.findByText('50 people deleted.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Stopped. 70 people are unchanged.');
  expect(asked).toEqual([IDS.slice(0, 50)]);
  await person.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement); // the dialog has two
  expect(left).toEqual([IDS.slice(50)]);
});

it('deleting many people says why it ended early', async () => {
  const { asked, succeed, fail } = await openDelete();
  succeed();
  await waitFor(() => expect(asked).toHaveLength(2));
  fail();
  expect(await screen.findByText('50 people deleted.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Not allowed. Stopped. 70 people are unchanged.');
});
