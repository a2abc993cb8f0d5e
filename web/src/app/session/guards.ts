import { redirect } from '@tanstack/react-router';
import type { Session } from '../../lib/session/session.ts';

interface Guarded {
  readonly context: { readonly session: Session };
  readonly location: { readonly pathname: string };
}

/** Redirects signed-out visitors to the login page for the requested route. */
export function requireSignedIn({ context, location }: Guarded): void {
  if (context.session.get().token) return;
  throw redirect({ to: location.pathname.startsWith('/admin') ? '/admin/login' : '/login' });
}

/** Redirects signed-out visitors to a login page and users to their dashboard. */
export function requireAdmin(guarded: Guarded): void {
  requireSignedIn(guarded);
  if (guarded.context.session.get().role !== 'admin') throw redirect({ to: '/dashboard' });
}

/** Redirects a signed-in person from a login page to their start page. */
export function skipWhenSignedIn({ context }: Guarded): void {
  const { token, role } = context.session.get();
  if (token) throw redirect({ to: role === 'admin' ? '/admin' : '/dashboard' });
}
