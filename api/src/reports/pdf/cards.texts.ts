import type { Language } from '@rollcall/core/kernel/language';

interface CardTexts {
  readonly title: string;
  readonly number: string;
  /** What to do with the card. */
  readonly hint: string;
}

export const CARD_TEXTS: Readonly<Record<Language, CardTexts>> = {
  en: { title: 'Cards', number: 'Number', hint: 'Hold the code up to the kiosk.' },
  de: { title: 'Karten', number: 'Nummer', hint: 'Den Code vor das Terminal halten.' },
  ar: { title: 'البطاقات', number: 'الرقم', hint: 'ضع الرمز أمام الجهاز.' },
};
