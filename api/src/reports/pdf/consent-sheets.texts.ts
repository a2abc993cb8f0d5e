import type { Language } from '@rollcall/core/kernel/language';

interface ConsentSheetTexts {
  readonly title: string;
  readonly name: string;
  readonly id: string;
  readonly section: string;
  readonly version: string;
  readonly agree: string;
  readonly decline: string;
  readonly signedBy: string;
  readonly placeAndDate: string;
  readonly signature: string;
  readonly noSection: string;
}

export const CONSENT_SHEET_TEXTS: Readonly<Record<Language, ConsentSheetTexts>> = {
  en: {
    title: 'Consent to face recognition',
    name: 'Name',
    id: 'ID',
    section: 'Section',
    version: 'Text version',
    agree: 'I agree.',
    decline: 'I do not agree. Attendance is recorded without face recognition.',
    signedBy: 'Name of the person who signs, or of a parent or guardian',
    placeAndDate: 'Place and date',
    signature: 'Signature',
    noSection: 'No section',
  },
  de: {
    title: 'Einwilligung in die Gesichtserkennung',
    name: 'Name',
    id: 'ID',
    section: 'Klasse',
    version: 'Textversion',
    agree: 'Ich willige ein.',
    decline: 'Ich willige nicht ein. Die Anwesenheit wird ohne Gesichtserkennung erfasst.',
    signedBy: 'Name der unterschreibenden Person oder der Sorgeberechtigten',
    placeAndDate: 'Ort und Datum',
    signature: 'Unterschrift',
    noSection: 'Ohne Klasse',
  },
  ar: {
    title: 'الموافقة على التعرف على الوجه',
    name: 'الاسم',
    id: 'المعرّف',
    section: 'الشعبة',
    version: 'إصدار النص',
    agree: 'أوافق.',
    decline: 'لا أوافق. يُسجَّل الحضور بدون التعرف على الوجه.',
    signedBy: 'اسم الموقّع أو أحد الوالدين أو ولي الأمر',
    placeAndDate: 'المكان والتاريخ',
    signature: 'التوقيع',
    noSection: 'بدون شعبة',
  },
};
