/** Nobody in front of the kiosk for so long: nobody notices that the page is loaded again. */
export const QUIET_MS = 30_000;
/** The guide looks ten times a second; without a sight for so long it is stuck. */
const STUCK_MS = 90_000;
/** How long a version of the server is waited for to be installed in the background. */
const INSTALL_MS = 5 * 60_000;
/** Never in a loop: a page that is loaded again because something is wrong waits this long before it tries once more. */
const BETWEEN_MS = 60 * 60_000;

export interface Presence {
  /** Whether the screen shows nothing but the picture. */
  readonly isWatching: boolean;
  /** When somebody was last in front of the kiosk or touched it. */
  readonly somebodyAt: number;
}

export const isQuiet = ({ isWatching, somebodyAt }: Presence, now: number): boolean =>
  isWatching && now - somebodyAt >= QUIET_MS;

export interface Reasons {
  /** What the device keeps cannot be read: the browser has lost its storage, and no call can be signed. */
  readonly isStorageLost: boolean;
  /** A new version is installed and waits. */
  readonly isOffered: boolean;
  /** The server's version and since when it is another one than the page's; null where it is the same or not known. */
  readonly other: { readonly version: string; readonly since: number } | null;
  /** Whether faces cannot be looked for, although there is a camera. */
  readonly isBlind: boolean;
  /** When the guide last looked at a picture; null while it need not. */
  readonly sightAt: number | null;
  /** When the server last answered: without it the page could not be loaded. */
  readonly heardAt: number | null;
}

export type ReloadReason = 'storage' | 'offered' | 'other_version' | 'guide';

/** Why the page should be loaded again, if it should. */
export function reloadReason(reasons: Reasons, now: number): ReloadReason | null {
  const { isStorageLost, isOffered, other, isBlind, sightAt, heardAt } = reasons;
  // Without storage the server cannot have answered; the page itself is installed.
  if (isStorageLost) return 'storage';
  if (heardAt === null || now - heardAt > QUIET_MS * 3) return null;
  if (isOffered) return 'offered';
  if (other && now - other.since >= INSTALL_MS) return 'other_version';
  if (isBlind || (sightAt !== null && now - sightAt >= STUCK_MS)) return 'guide';
  return null;
}

/** What the page remembers of the last time it was loaded again by itself. */
export interface LastReload {
  readonly at: number;
  readonly reason: ReloadReason;
  /** The server's version at that time. */
  readonly version: string | null;
}

/** Whether it may be loaded again for this reason: once for a version, and not within an hour. `at` is the server's time. */
export function mayReload(
  last: LastReload | null,
  reason: ReloadReason,
  version: string | null,
  at: number,
): boolean {
  if (!last) return true;
  if (reason === 'other_version' && last.reason === reason && last.version === version) return false;
  return Math.abs(at - last.at) >= BETWEEN_MS;
}

/** Whether the server's version is another one; a demo has none. */
export const isOtherVersion = (own: string, server: string): boolean => /^\d/.test(server) && own !== server;
