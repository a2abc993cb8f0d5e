import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../components/inputs/link-button.tsx';
import { LogoMark } from '../../components/layout/logo.tsx';
import { useSessionState } from '../../lib/session/session.ts';
import type { LiveState } from '../live/use-live-updates.ts';
import { useLogout } from '../session/session.queries.ts';
import classes from './layout.module.css';
import { LazyPagesMenu, LazyPreferencesMenu } from './lazy-menus.tsx';

/** Shows whether the page receives live updates or polls. */
function LiveDot({ state }: { state: LiveState }) {
  const { t } = useTranslation();
  if (state === 'off') return null;
  const label = state === 'live' ? t('live.on') : t('live.off');
  return (
    <span className={classes.dot} data-live={state === 'live'} role="img" aria-label={label} title={label} />
  );
}

export function NavBar({ live }: { live: LiveState }) {
  const { t } = useTranslation();
  const { isSignedIn, isAdmin } = useSessionState();
  const logout = useLogout();
  const links = isSignedIn
    ? [
        { to: '/dashboard', label: t('nav.dashboard') } as const,
        ...(isAdmin ? [{ to: '/admin', label: t('nav.admin') } as const] : []),
      ]
    : [{ to: '/', label: t('nav.home') } as const, { to: '/faq', label: t('nav.faq') } as const];

  return (
    <header className={`${classes.bar} rc-no-print`}>
      <nav className={classes.inner} aria-label={t('nav.label')}>
        <Link to="/" className={classes.brand}>
          <LogoMark />
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
          <Button variant="default" className={classes.wide} onClick={logout}>
            {t('nav.logout')}
          </Button>
        ) : (
          <LinkButton to="/login" className={classes.wide}>
            {t('nav.login')}
          </LinkButton>
        )}
        <LazyPagesMenu
          className={classes.slim ?? ''}
          links={links}
          isSignedIn={isSignedIn}
          onLogout={logout}
        />
      </nav>
    </header>
  );
}
