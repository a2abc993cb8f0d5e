/** The systems that the page explains, in the order in which it shows them, with the file that each takes. */
export const SYSTEMS = [
  { id: 'android', file: 'rollcall-ca.crt' },
  { id: 'ios', file: 'rollcall.mobileconfig' },
  { id: 'chromeos', file: 'rollcall-ca.crt' },
  { id: 'windows', file: 'rollcall-ca.crt' },
  { id: 'macos', file: 'rollcall-ca.crt' },
  { id: 'linux', file: 'rollcall-ca.crt' },
] as const;

export type SystemId = (typeof SYSTEMS)[number]['id'];

/** The system of a browser, to open its steps first; null where it says nothing that we know. */
export function systemOf(userAgent: string, touchPoints: number): SystemId | null {
  if (/Android/.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  // An iPad calls itself a Mac; no Mac has a touch screen.
  if (/Macintosh/.test(userAgent)) return touchPoints > 1 ? 'ios' : 'macos';
  if (/CrOS/.test(userAgent)) return 'chromeos';
  if (/Windows/.test(userAgent)) return 'windows';
  return /Linux/.test(userAgent) ? 'linux' : null;
}
