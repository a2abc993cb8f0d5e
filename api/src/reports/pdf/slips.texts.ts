import type { Language } from '@rollcall/core/kernel/language';

interface SlipTexts {
  readonly title: string;
  readonly username: string;
  readonly password: string;
  readonly signInAt: string;
  readonly noSection: string;
}

export const SLIP_TEXTS: Readonly<Record<Language, SlipTexts>> = {
  en: {
    title: 'Password slips',
    username: 'Username',
    password: 'Password',
    signInAt: 'Sign in at',
    noSection: 'No section',
  },
  de: {
    title: 'Passwortzettel',
    username: 'Benutzername',
    password: 'Passwort',
    signInAt: 'Anmelden unter',
    noSection: 'Ohne Klasse',
  },
  ar: {
    title: 'قصاصات كلمات المرور',
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    signInAt: 'تسجيل الدخول على',
    noSection: 'بدون شعبة',
  },
};
