import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import classes from './layout.module.css';
import { NavBar } from './nav-bar.tsx';
import { useFocusOnNavigate } from './use-focus-on-navigate.ts';
import { useLiveUpdates } from './use-live-updates.ts';

const BARE = ['/login', '/admin/login', '/setup'];

export function RootLayout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isBare = BARE.includes(pathname);
  const live = useLiveUpdates();
  useFocusOnNavigate(pathname);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skipToContent')}
      </a>
      <Banner />
      {isBare ? null : <NavBar live={live} />}
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {isBare ? null : <Footer />}
    </div>
  );
}
