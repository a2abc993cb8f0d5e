import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDemo } from '../lib/demo.ts';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import classes from './layout.module.css';
import { NavBar } from './nav-bar.tsx';
import { useFocusOnNavigate } from './use-focus-on-navigate.ts';
import { useLiveUpdates } from './use-live-updates.ts';

const FaceLoadingBar = lazy(async () => ({ default: (await import('./face-loading.tsx')).FaceLoadingBar }));

const BARE = ['/login', '/admin/login', '/setup'];

/** Not a link to `#content`: in the demo the hash of the address names the page. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

export function RootLayout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isBare = BARE.includes(pathname);
  const live = useLiveUpdates();
  const demo = useDemo();
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
          <FaceLoadingBar />
        </Suspense>
      ) : null}
    </div>
  );
}
