import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

afterEach(() => void vi.useRealTimers());

/** A page with the field, and a second route that loads until `arrive`. `reachAddress` sets the value from outside. */
function openPages() {
  const found = vi.fn();
  let reachAddress = (_text: string) => {};
  const Page = () => {
    const [value, setValue] = useState<string>();
    reachAddress = setValue;
    return <SearchField aria-label="Search" value={value} onSearch={found} />;
  };
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: Page,
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
  return { found, router, arrive: () => arrive(), reachAddress: (text: string) => reachAddress(text) };
}

it('reports the trimmed text once typing pauses', async () => {
  const { found } = openPages();
  const field = await screen.findByRole('searchbox');
  for (const value of [' A', ' Ad', ' Ada ']) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(found.mock.calls).toEqual([['Ada']]));
});

it('keeps letters typed before the address was updated, and follows a change of the address', async () => {
  const { found, reachAddress } = openPages();
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  fireEvent.change(field, { target: { value: 'Ad' } });
  await waitFor(() => expect(found).toHaveBeenCalledWith('Ad'));
  fireEvent.change(field, { target: { value: 'Ada' } });
  act(() => reachAddress('Ad'));
  expect(field.value).toBe('Ada');
  act(() => reachAddress('Grace'));
  expect(field.value).toBe('Grace');
});

it('does not report during a navigation to another page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { found, router, arrive } = openPages();
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Ada' } });
  void router.navigate({ to: '/faq' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.getByRole('searchbox')).toBeTruthy();
  expect(found).not.toHaveBeenCalled();
  arrive();
  expect(await screen.findByText('The row')).toBeTruthy();
});
