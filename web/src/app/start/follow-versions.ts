import { registerSW } from 'virtual:pwa-register';
import type { Updates } from '../live/updates.ts';

/** A tab that stays open for days learns of a new version, too. */
const LOOK_MS = 60 * 60_000;

/** Registers the service worker and tells `updates` of new versions. */
export function followVersions({ offer, takenOver }: Updates): void {
  const accept = registerSW({
    immediate: true,
    onNeedRefresh: () => offer(() => void accept()),
    onNeedReload: takenOver,
    onRegisteredSW: (_address, registration) => {
      setInterval(() => void registration?.update().catch(() => undefined), LOOK_MS);
    },
  });
}
