import type { Action } from '@rollcall/core/kernel/access';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { type Me, meQuery } from '../../lib/session/me.queries.ts';
import { hasDashboard, mayIn, startPageOf } from '../../lib/session/permissions.ts';
import type { Session } from '../../lib/session/session.ts';
import { firstTask, isAccountPage, returnAddress, signInSearch } from '../../lib/session/sign-in-address.ts';

interface Guarded {
  readonly context: { readonly session: Session; readonly api: Api; readonly queryClient: QueryClient };
  readonly location: { readonly pathname: string; readonly href: string; readonly search: unknown };
}

async function readMe({ context, location }: Guarded): Promise<Me> {
  try {
    return await context.queryClient.ensureQueryData(meQuery(context.api));
  } catch (error) {
    // The session has ended; the API client has removed it already.
    if (error instanceof ApiError && error.status === 401)
      throw redirect({ to: '/login', search: signInSearch(location.href, 'expired') });
    throw error;
  }
}

/** Redirects signed-out visitors to the login page for the requested route, which returns there. */
function requireToken({ context, location }: Guarded): void {
  if (context.session.get().token) return;
  throw redirect({
    to: location.pathname.startsWith('/admin') ? '/admin/login' : '/login',
    search: signInSearch(location.href),
  });
}

/** For everybody who is signed in. Whoever has something left to do first goes to their account page. */
export async function requireSignedIn(guarded: Guarded): Promise<Me> {
  requireToken(guarded);
  const me = await readMe(guarded);
  const { href } = guarded.location;
  if (me.must_do && !isAccountPage(href)) throw redirect(firstTask(me.must_do, href));
  return me;
}

/** Guard of a page for accounts that may perform one of the actions; others go to the page they start on. */
export const requireAny =
  (...actions: readonly Action[]) =>
  async (guarded: Guarded): Promise<void> => {
    const me = await requireSignedIn(guarded);
    if (!actions.some((action) => mayIn(me, action))) throw redirect({ to: startPageOf(me) });
  };

/** Offices without attendance of their own have no dashboard. */
export async function requireDashboard(guarded: Guarded): Promise<void> {
  const me = await requireSignedIn(guarded);
  if (!hasDashboard(me)) throw redirect({ to: startPageOf(me) });
}

/** Redirects a signed-in person from a login page to the page it returns to, else to their start page. */
export async function skipWhenSignedIn(guarded: Guarded): Promise<void> {
  if (!guarded.context.session.get().token) return;
  const me = await readMe(guarded);
  const { search } = guarded.location;
  const next = returnAddress((search as Record<string, unknown>).next); // any search is a record
  if (me.must_do && !isAccountPage(next ?? '')) throw redirect(firstTask(me.must_do, next));
  if (next) throw redirect({ href: next });
  throw redirect({ to: startPageOf(me) });
}
