import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { InstitutionLogo } from '../../components/layout/institution-logo.tsx';
import { useMe } from '../../lib/session/me.queries.ts';
import { startPageOf } from '../../lib/session/permissions.ts';
import { useSessionState } from '../../lib/session/session.ts';
import { useConnection } from '../live/connection.ts';
import type { LiveState } from '../live/use-live-updates.ts';
import { useLogout } from '../session/session.queries.ts';
import classes from './layout.module.css';
import { LazyPagesMenu, LazyPersonMenu, LazyPreferencesMenu } from './lazy-menus.tsx';
import type { PagesMenuProps } from './pages-menu.tsx';

/** Shows whether the page receives live updates, polls, or reaches no server. */
function LiveDot({ state }: { state: LiveState }) {
  const { t } = useTranslation();
  const connection = useConnection();
  const isLost = useSyncExternalStore(connection.subscribe, connection.outage, connection.outage) !== null;
  if (state === 'off') return null;
  const isLive = state === 'live' && !isLost;
  const label = isLost ? t('live.lost') : isLive ? t('live.on') : t('live.off');
  return <span className={classes.dot} data-live={isLive} role="img" aria-label={label} title={label} />;
}

/** The pages of the specification that the account can use; the daily work is in the sidebar. */
function useLinks(): PagesMenuProps['links'] {
  const { t } = useTranslation();
  const { isSignedIn } = useSessionState();
  const me = useMe();
  if (!isSignedIn)
    return [
      { to: '/', label: t('nav.home') },
      { to: '/faq', label: t('nav.faq') },
    ];
  const dashboard = { to: '/dashboard', label: t('nav.dashboard') } as const;
  if (!me || me.must_do) return me ? [] : [dashboard];
  switch (startPageOf(me)) {
    case '/admin':
      return [dashboard, { to: '/admin', label: t('nav.admin') }];
    case '/office':
      return [{ to: '/office', label: t('nav.office') }, ...(me.has_attendance ? [dashboard] : [])];
    case '/teacher':
      return [{ to: '/teacher', label: t('nav.teacher') }, ...(me.has_attendance ? [dashboard] : [])];
    case '/dashboard':
      return [dashboard];
  }
}

export function NavBar({ live }: { live: LiveState }) {
  const { t } = useTranslation();
  const { isSignedIn, user } = useSessionState();
  const name = useMe()?.user.name ?? user?.name ?? '';
  const logout = useLogout();
  const links = useLinks();

  return (
    <header className={`${classes.bar} rc-no-print`}>
      <nav className={classes.inner} aria-label={t('nav.label')}>
        <Link to="/" className={classes.brand}>
          <InstitutionLogo />
          {t('brand')}
        </Link>
        {isSignedIn ? <LiveDot state={live} /> : null}
        <div className={`${classes.links} ${classes.wide}`}>
          {links.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
            >
              {label}
            </Link>
          ))}
        </div>
        <LazyPreferencesMenu />
        {isSignedIn ? (
          <>
            <LazyPersonMenu name={name} onLogout={logout} />
            <Button variant="default" className={classes.wide} onClick={logout}>
              {t('nav.logout')}
            </Button>
          </>
        ) : (
          <LinkButton to="/login" className={classes.wide}>
            {t('nav.login')}
          </LinkButton>
        )}
        {links.length > 0 ? (
          <LazyPagesMenu className={classes.slim ?? ''} links={links} isSignedIn={isSignedIn} />
        ) : null}
      </nav>
    </header>
  );
}
