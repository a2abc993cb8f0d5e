import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../lib/api/host.ts';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import {
  createInstitutionClock,
  InstitutionClockContext,
  zoneOfSettings,
} from '../../lib/format/institution-day.ts';
import { useLater } from '../../lib/later.ts';
import { useConfirmation } from '../../lib/session/confirmation.ts';
import { useMay, useMe } from '../../lib/session/me.queries.ts';
import { startPageOf } from '../../lib/session/permissions.ts';
import { useSession, useSessionState } from '../../lib/session/session.ts';
import { Banner } from '../demo/banner.tsx';
import { useLiveUpdates } from '../live/use-live-updates.ts';
import classes from './layout.module.css';
import { NoticeBars, SideNav } from './lazy-parts.tsx';
import { NavBar } from './nav-bar.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Moves the focus into the new page after a navigation, for screen readers. */
function useFocusOnNavigate(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Runs the route's guard again when the permissions change: the open page may be one that the account lost. */
function useGuardsAgain(): void {
  const me = useMe();
  const router = useRouter();
  const before = useRef(me);
  useEffect(() => {
    if (me && before.current && before.current !== me) void router.invalidate();
    before.current = me;
  }, [me, router]);
}

/** A page that did not wait for the settings learns from them that the institution is still to be set up. */
function useSetupOnceKnown(isNeeded: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (isNeeded) void router.invalidate();
  }, [isNeeded, router]);
}

function Footer() {
  const { t } = useTranslation();
  const { isSignedIn } = useSessionState();
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
        {isSignedIn ? null : (
          <Link to="/admin/login" className={classes.footerLink}>
            {t('footer.admin')}
          </Link>
        )}
      </div>
    </footer>
  );
}

const FaceLoadingBar = lazy(async () => ({
  default: (await import('../demo/face-loading.tsx')).FaceLoadingBar,
}));

/** Loaded only when there is something to say. */
const ClockBanner = lazy(async () => ({
  default: (await import('../clock/clock-banner.tsx')).ClockBanner,
}));

/** Loaded when the first dangerous act asks for it. */
const ConfirmIdentity = lazy(async () => ({
  default: (await import('../../features/account/confirm-identity.tsx')).ConfirmIdentity,
}));

/** Pages without navigation bar and footer. */
const BARE = [
  '/login',
  '/admin/login',
  '/login/forgot',
  '/login/done',
  '/password',
  '/setup',
  '/kiosk',
  '/my-code',
];

/** Pages that visitors have too: the navigation of the daily work stays away. */
const PUBLIC = ['/', '/faq', '/how-we-measured', '/setup/certificate'];

/** Not a link to `#content`, because with hash routing the hash is the route. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

/** Everything inside has the institution's calendar, whatever the zone of this device. */
export function RootLayout() {
  const { zone_offsets, needs_setup } = usePublicSettings();
  useSetupOnceKnown(needs_setup);
  const clock = useMemo(() => createInstitutionClock(zoneOfSettings(zone_offsets)), [zone_offsets]);
  return (
    <InstitutionClockContext value={clock}>
      <Shell />
    </InstitutionClockContext>
  );
}

function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isBare = BARE.includes(pathname);
  // The whole screen is the kiosk's, which says itself what people at the door need to know.
  const isKiosk = pathname === '/kiosk';
  const me = useMe();
  // Whoever has no duties, such as students, starts on the dashboard.
  const hasSide =
    !isBare && !PUBLIC.includes(pathname) && me && !me.must_do && startPageOf(me) !== '/dashboard';
  const live = useLiveUpdates();
  const { demo } = useHost();
  const isLater = useLater();
  const { clock_doubt } = usePublicSettings();
  const withFutureDays = useMay('settings.manage') && pathname === '/admin';
  useFocusOnNavigate(pathname);
  useGuardsAgain();
  const session = useSession();
  // Another person's page starts anew, without the windows that were open.
  const generation = useSyncExternalStore(session.subscribe, session.generation, session.generation);
  const confirmation = useConfirmation();
  const isConfirming = useSyncExternalStore(
    confirmation.subscribe,
    confirmation.isAsked,
    confirmation.isAsked,
  );
  return (
    <div className={classes.shell} data-side={hasSide}>
      <button type="button" className={classes.skip} onClick={skipToContent}>
        {t('skipToContent')}
      </button>
      {isKiosk ? null : <Banner />}
      {!isKiosk && (clock_doubt || withFutureDays) ? (
        <Suspense fallback={null}>
          <ClockBanner withFutureDays={withFutureDays} />
        </Suspense>
      ) : null}
      {isBare ? null : <NavBar live={live} />}
      {isKiosk ? null : <NoticeBars />}
      <div className={classes.body}>
        {hasSide ? <SideNav rights={me} /> : null}
        <main id="content" tabIndex={-1} className={classes.main}>
          <Outlet key={generation} />
        </main>
      </div>
      {isBare ? null : <Footer />}
      <UnsavedGuard />
      {isConfirming ? (
        <Suspense fallback={null}>
          <ConfirmIdentity />
        </Suspense>
      ) : null}
      {demo && isLater ? (
        <Suspense fallback={null}>
          <FaceLoadingBar demo={demo} />
        </Suspense>
      ) : null}
    </div>
  );
}
