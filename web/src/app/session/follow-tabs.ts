import { meQuery } from '../../lib/session/me.queries.ts';
import { startPageOf } from '../../lib/session/permissions.ts';
import { isForVisitors, signInSearch } from '../../lib/session/sign-in-address.ts';
import { clearToasts } from '../../lib/toast.tsx';
import type { AppParts } from '../create-app.ts';

type Needs = Pick<AppParts, 'session' | 'queryClient' | 'router' | 'api' | 'confirmation' | 'unsaved'>;

/**
 * Moves this tab to where it belongs when another tab has signed in or out: signed out to the landing page, with an
 * ended session to the login page, another person to their start page. The same person stays.
 */
export function followOtherTabs(needs: Needs, target: Window): () => void {
  const { session, queryClient, router, api, confirmation, unsaved } = needs;

  const openStartPage = async () => {
    try {
      const me = await queryClient.fetchQuery(meQuery(api));
      await router.navigate({ to: startPageOf(me), ignoreBlocker: true });
    } catch {
      // The route's error page says why.
      await router.invalidate();
    }
  };

  const follow = () => {
    const change = session.reload();
    if (change === 'none') return;
    if (change === 'renewed') return void queryClient.invalidateQueries();
    // Open questions and messages are about the person before.
    confirmation.settle(false);
    unsaved.clear();
    clearToasts();
    const { pathname, href } = router.history.location;
    // Login pages lead on whoever is signed in now.
    if (isForVisitors(pathname)) return void router.invalidate();
    switch (change) {
      case 'other-person':
        return void openStartPage();
      case 'signed-out':
        return void router.navigate({ to: '/', ignoreBlocker: true });
      case 'expired':
        return void router.navigate({
          to: '/login',
          search: signInSearch(href, 'expired'),
          ignoreBlocker: true,
        });
    }
  };

  const onStorage = ({ key }: StorageEvent) => {
    // The token is written last, and null means that everything was removed.
    if (key === 'token' || key === null) follow();
  };
  target.addEventListener('storage', onStorage);
  follow();
  return () => target.removeEventListener('storage', onStorage);
}
