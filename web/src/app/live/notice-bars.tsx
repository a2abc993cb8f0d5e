import { lazy, Suspense } from 'react';
import { useMay } from '../../lib/session/me.queries.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { UpdateBar } from './update-bar.tsx';

/** For those who manage kiosks. */
const KioskBar = lazy(async () => ({ default: (await import('./kiosk-bar.tsx')).KioskBar }));

/** The bars below the navigation bar. */
export function NoticeBars() {
  const hasKiosks = useMay('kiosks.manage');
  return (
    <>
      <ConnectionBar />
      <UpdateBar />
      {hasKiosks ? (
        <Suspense fallback={null}>
          <KioskBar />
        </Suspense>
      ) : null}
    </>
  );
}
