import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PersonLink } from './person-link.tsx';

it('a name runs in its own direction, an entry in the direction of the page', async () => {
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <PersonLink id="A-1">Maya</PersonLink>
        <PersonLink id="A-2" className="entry">
          <strong dir="auto">Nora</strong> A-2
        </PersonLink>
      </>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(<RouterProvider router={router as never} />);
  expect((await screen.findByRole('link', { name: 'Maya' })).getAttribute('dir')).toBe('auto');
  expect(screen.getByRole('link', { name: 'Nora A-2' }).hasAttribute('dir')).toBe(false);
});
