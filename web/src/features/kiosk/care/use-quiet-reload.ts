import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { leaveKiosk } from '../../../lib/kiosk/leaving.ts';
import { UpdatesContext } from '../../../lib/updates.ts';
import type { KioskFigures } from './kiosk-figures.ts';
import { isOtherVersion, isQuiet, type LastReload, mayReload, reloadReason } from './quiet-reload.rules.ts';

const LOOK_MS = 5_000;
const KEY = 'kiosk-last-reload';

interface Needs {
  readonly figures: KioskFigures;
  /** Whether the screen shows nothing but the picture. */
  readonly isWatching: boolean;
  /** Whether the guide has pictures to look at. */
  readonly isLooking: boolean;
  /** Whether the guide could not be started or failed. */
  readonly isBlind: boolean;
  /** Whether what the device keeps cannot be read. */
  readonly isStorageLost: boolean;
  readonly serverNow: () => Date;
}

/** Takes a new version, and starts a guide again that failed, when nobody is in front of the kiosk. */
export function useQuietReload({ figures, isWatching, isLooking, isBlind, isStorageLost, serverNow }: Needs) {
  const updates = useContext(UpdatesContext);
  const heard = useRef<{ at: number; version: string } | null>(null);
  const other = useRef<{ version: string; since: number } | null>(null);

  const look = useEffectEvent(() => {
    const at = performance.now();
    if (!updates || !isQuiet({ isWatching, somebodyAt: figures.somebodyAt() }, at)) return;
    const reason = reloadReason(
      {
        isStorageLost,
        isOffered: updates.isReady(),
        other: other.current,
        isBlind,
        sightAt: isLooking ? figures.sightAt() : null,
        heardAt: heard.current?.at ?? null,
      },
      at,
    );
    const version = heard.current?.version ?? null;
    const time = serverNow().getTime();
    if (reason === null || !mayReload(readLast(), reason, version, time)) return;
    // A page that cannot remember would load itself again and again.
    if (!saveLast({ at: time, reason, version })) return;
    leaveKiosk(() => (reason === 'offered' ? updates.accept() : updates.reload()));
  });

  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);

  return {
    /** The server answered, and named its version. */
    heard(version: string): void {
      const at = performance.now();
      heard.current = { at, version };
      if (!isOtherVersion(__APP_VERSION__, version)) {
        other.current = null;
        return;
      }
      if (other.current?.version !== version) other.current = { version, since: at };
      updates?.look();
    },
  };
}

function readLast(): LastReload | null {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? null : (JSON.parse(text) as LastReload); // written below
  } catch {
    return null;
  }
}

function saveLast(last: LastReload): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
    return true;
  } catch {
    return false;
  }
}
