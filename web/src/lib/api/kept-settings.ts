import type { Answer, Api } from './api.ts';

type PublicSettings = Answer<Awaited<ReturnType<Api['settings']['public']['$get']>>>;

const KEY = 'rollcall.public-settings';

/** Pages that start without a server, on devices that had one before. */
const WITHOUT_SERVER: readonly string[] = ['/kiosk', '/my-code'];

/** Keeps the settings that any visitor sees, for pages that start without a server. */
export function keepSettings(settings: PublicSettings): void {
  try {
    if (WITHOUT_SERVER.includes(location.pathname)) localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without room on the device, such a page needs the server.
  }
}

/** The settings of before; null on other pages, and where none were kept. */
export function keptSettings(): PublicSettings | null {
  if (!WITHOUT_SERVER.includes(location.pathname)) return null;
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as PublicSettings | null; // as it was kept above
  } catch {
    return null;
  }
}
