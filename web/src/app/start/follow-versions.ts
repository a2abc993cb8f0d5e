import { registerSW } from 'virtual:pwa-register';
import type { Updates } from '../../lib/updates.ts';

/** A tab that stays open for days learns of a new version, too. */
const LOOK_MS = 60 * 60_000;

/** Registers the service worker and tells `updates` of new versions. */
export function followVersions({ offer, takenOver, lookWith }: Updates): void {
  const accept = registerSW({
    immediate: true,
    onNeedRefresh: () => offer(() => void accept()),
    onNeedReload: takenOver,
    onRegisteredSW: (_address, registration) => {
      const look = () => void registration?.update().catch(() => undefined);
      lookWith(look);
      setInterval(look, LOOK_MS);
    },
  });
}
