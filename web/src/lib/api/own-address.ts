import { usePublicSettings } from './public-settings.queries.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether other devices cannot reach an address with this host name. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** The address that people use: the one that the server was given, else the one of this page. */
export function useOwnAddress(): { readonly url: URL; readonly isHereOnly: boolean } {
  const { public_url } = usePublicSettings();
  const url = new URL(public_url ?? location.origin);
  return { url, isHereOnly: isLoopback(url.hostname) };
}
