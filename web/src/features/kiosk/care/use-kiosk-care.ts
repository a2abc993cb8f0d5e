import { useEffect, useState } from 'react';
import type { KioskParts } from '../kiosk.queries.ts';
import type { KioskFlow } from '../use-kiosk-flow.ts';
import { createKioskFigures, type KioskFigures } from './kiosk-figures.ts';
import { askToKeep } from './kiosk-storage.ts';
import { useCameraCare } from './use-camera-care.ts';
import { useHealthReports } from './use-health-reports.ts';
import { useQuietReload } from './use-quiet-reload.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** What a kiosk counts while it is open. */
export function useKioskFigures(): KioskFigures {
  const [figures] = useState(() => createKioskFigures(() => performance.now()));
  return figures;
}

interface Needs {
  readonly parts: KioskParts;
  readonly flow: KioskFlow;
  readonly figures: KioskFigures;
  readonly hasFaces: boolean;
  /** Faces, cards or codes are held up to it. */
  readonly usesCamera: boolean;
  /** Somebody has something else on the screen. */
  readonly isCovered: boolean;
  /** What the device keeps cannot be read. */
  readonly isStorageLost: boolean;
}

/** Lets a kiosk look after itself for months: screen, camera, version and storage. */
export function useKioskCare(needs: Needs): void {
  const { parts, flow, figures, hasFaces, usesCamera, isCovered, isStorageLost } = needs;
  const { camera, guidance, state } = flow;
  const isWatching = state.screen.kind === 'watching' && !isCovered;
  const hasWakeLock = useWakeLock();
  useCameraCare(camera, figures.cameraReopened);
  const reload = useQuietReload({
    figures,
    isWatching,
    isLooking: hasFaces && isWatching && camera.isReady && guidance.status === 'running',
    isBlind: hasFaces && guidance.status === 'unavailable',
    isStorageLost,
    serverNow: parts.clock.serverNow,
  });
  useHealthReports({ parts, camera, usesCamera, figures, hasWakeLock, onHeard: reload.heard });

  useEffect(() => void askToKeep(), []);

  useEffect(() => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, passive: true };
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, figures.touched, options);
    return () => leaving.abort();
  }, [figures]);
}
