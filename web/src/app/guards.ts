import { redirect } from '@tanstack/react-router';
import type { Session } from '../lib/session.ts';

interface Guarded {
  readonly context: { readonly session: Session };
  readonly location: { readonly pathname: string };
}

/** Nobody signed in: to the door that fits the address. */
export function requireSignedIn({ context, location }: Guarded): void {
  if (context.session.get().token) return;
  throw redirect({ to: location.pathname.startsWith('/admin') ? '/admin/login' : '/login' });
}

export function requireAdmin(guarded: Guarded): void {
  requireSignedIn(guarded);
  if (guarded.context.session.get().role !== 'admin') throw redirect({ to: '/dashboard' });
}

/** Someone who is signed in already has no use for a login form. */
export function skipWhenSignedIn({ context }: Guarded): void {
  const { token, role } = context.session.get();
  if (token) throw redirect({ to: role === 'admin' ? '/admin' : '/dashboard' });
}
