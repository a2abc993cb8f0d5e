import type { KioskMeans } from '@rollcall/core/attendance/kiosk/kiosk.types';

/** What the kiosk asks for; the names of its sentences. */
type Welcome =
  | 'face'
  | 'faceOrCard'
  | 'faceOrPhone'
  | 'faceCardOrPhone'
  | 'card'
  | 'phone'
  | 'cardOrPhone'
  | 'pin';

/** The sentence for the ways that are on. Without a camera nobody is told to look into it or to hold a code up. */
export function welcomeOf(means: readonly KioskMeans[], isBlind: boolean): Welcome | null {
  const [face, card, phone] = [
    !isBlind && means.includes('face'),
    means.includes('card'),
    !isBlind && means.includes('phone'),
  ];
  if (isBlind && means.includes('pin')) return 'pin';
  if (face) return card && phone ? 'faceCardOrPhone' : card ? 'faceOrCard' : phone ? 'faceOrPhone' : 'face';
  if (card) return phone ? 'cardOrPhone' : 'card';
  if (phone) return 'phone';
  return means.includes('pin') ? 'pin' : null;
}
