import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { Banner } from '../demo/banner.tsx';
import { useLiveUpdates } from '../live/use-live-updates.ts';
import classes from './layout.module.css';
import { NavBar } from './nav-bar.tsx';

/** Moves the focus into the new page after a navigation, for screen readers. */
function useFocusOnNavigate(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={`${classes.footer} rc-no-print`}>
      <div className={classes.footerInner}>
        <p>
          {t('brand')}. {t('footer.rights')}
        </p>
        <Link to="/faq" className={classes.footerLink}>
          {t('footer.faq')}
        </Link>
        <Link to="/how-we-measured" className={classes.footerLink}>
          {t('footer.measured')}
        </Link>
        <a href={__REPOSITORY_URL__} target="_blank" rel="noreferrer" className={classes.footerLink}>
          {t('footer.source')}
        </a>
        <Link to="/admin/login" className={classes.footerLink}>
          {t('footer.admin')}
        </Link>
      </div>
    </footer>
  );
}

const FaceLoadingBar = lazy(async () => ({
  default: (await import('../demo/face-loading.tsx')).FaceLoadingBar,
}));

/** Pages without navigation bar and footer. */
const BARE = ['/login', '/admin/login', '/setup'];

/** Not a link to `#content`, because with hash routing the hash is the route. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

export function RootLayout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isBare = BARE.includes(pathname);
  const live = useLiveUpdates();
  const { demo } = useHost();
  useFocusOnNavigate(pathname);
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={skipToContent}>
        {t('skipToContent')}
      </button>
      <Banner />
      {isBare ? null : <NavBar live={live} />}
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {isBare ? null : <Footer />}
      {demo ? (
        <Suspense fallback={null}>
          <FaceLoadingBar demo={demo} />
        </Suspense>
      ) : null}
    </div>
  );
}
