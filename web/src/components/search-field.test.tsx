import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

afterEach(() => void vi.useRealTimers());

/** A page with the field, and another that is slow to come. */
function openPages() {
  const found = vi.fn();
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <SearchField aria-label="Search" value={undefined} onSearch={found} />,
  });
  const row = createRoute({
    getParentRoute: () => root,
    path: '/faq',
    loader: () => arrival,
    component: () => 'The row',
  });
  const router = createRouter({
    routeTree: root.addChildren([list, row]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return { found, router, arrive: () => arrive() };
}

it('tells what was typed once the typing pauses', async () => {
  const { found } = openPages();
  await userEvent.type(await screen.findByRole('searchbox'), ' Ada ');
  await waitFor(() => expect(found.mock.calls).toEqual([['Ada']]));
});

it('keeps quiet when the person is already on the way to another page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { found, router, arrive } = openPages();
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await person.type(await screen.findByRole('searchbox'), 'Ada');
  void router.navigate({ to: '/faq' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.getByRole('searchbox')).toBeTruthy();
  expect(found).not.toHaveBeenCalled();
  arrive();
  expect(await screen.findByText('The row')).toBeTruthy();
});
