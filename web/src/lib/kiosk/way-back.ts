import type { Language } from '@rollcall/core/kernel/language';
import { isLanguage } from '../i18n/languages.ts';

/** Where somebody was before they opened a kiosk in their own tab, and in which language. */
export interface WayBack {
  readonly href: string;
  readonly language: Language;
}

/** Of the tab, so that it stays through a reload and another tab has its own. */
const KEY = 'rollcall-kiosk-way-back';

export function saveWayBack(storage: Storage, wayBack: WayBack): void {
  storage.setItem(KEY, JSON.stringify(wayBack));
}

/** Null on a device that somebody made a kiosk from another one. */
export function takeWayBack(storage: Storage): WayBack | null {
  const text = storage.getItem(KEY);
  storage.removeItem(KEY);
  if (text === null) return null;
  try {
    const { href, language }: Partial<WayBack> = JSON.parse(text) ?? {};
    const isOwn = typeof href === 'string' && /^\/(?!\/|kiosk\b)/.test(href);
    return isOwn && typeof language === 'string' && isLanguage(language) ? { href, language } : null;
  } catch {
    return null;
  }
}
