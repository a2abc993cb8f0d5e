import type { ToldSilence } from '../attendance/kiosk/care/care.ports.ts';
import { createDateFormat } from '../kernel/date-format.ts';
import type { Language } from '../kernel/language.ts';
import { isolate } from '../kernel/text.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { KioskInMail, MailAbout, MailTexts } from './mail.types.ts';

type Write = (about: MailAbout) => MailTexts;

const lines = (kiosks: readonly KioskInMail[] | undefined, line: (kiosk: KioskInMail) => string): string =>
  (kiosks ?? []).map(line).join('\n');

/** Mails to those who manage kiosks: one fell silent, and it is back. */
export const KIOSK_TEXTS: Record<Language, Record<'kiosk_silent' | 'kiosk_back', Write>> = {
  en: {
    kiosk_silent: ({ institution, name, kiosks }) => ({
      subject: `A kiosk is silent at ${institution}`,
      greeting: `Hello ${name},`,
      body: lines(kiosks, (kiosk) => `${kiosk.name} has not been heard of since ${kiosk.since}.`),
      action: 'Open the kiosks',
      end: 'Please check that the tablet has power, that its screen is on and that it is in the network. You get one more e-mail when it is back.',
    }),
    kiosk_back: ({ institution, name, kiosks }) => ({
      subject: `A kiosk is back at ${institution}`,
      greeting: `Hello ${name},`,
      body: lines(kiosks, (kiosk) => `${kiosk.name} was silent from ${kiosk.since} to ${kiosk.back}.`),
      action: 'Open the kiosks',
      end: 'You do not have to do anything.',
    }),
  },
  de: {
    kiosk_silent: ({ institution, name, kiosks }) => ({
      subject: `Ein Terminal bei ${institution} meldet sich nicht`,
      greeting: `Guten Tag ${name},`,
      body: lines(kiosks, (kiosk) => `${kiosk.name} hat sich seit ${kiosk.since} nicht gemeldet.`),
      action: 'Terminals öffnen',
      end: 'Bitte prüfen Sie, ob das Tablet Strom hat, sein Bildschirm an und es im Netz ist. Sie bekommen noch eine Nachricht, wenn es wieder da ist.',
    }),
    kiosk_back: ({ institution, name, kiosks }) => ({
      subject: `Ein Terminal bei ${institution} ist wieder da`,
      greeting: `Guten Tag ${name},`,
      body: lines(
        kiosks,
        (kiosk) => `${kiosk.name} hat sich von ${kiosk.since} bis ${kiosk.back} nicht gemeldet.`,
      ),
      action: 'Terminals öffnen',
      end: 'Sie müssen nichts tun.',
    }),
  },
  ar: {
    kiosk_silent: ({ institution, name, kiosks }) => ({
      subject: `جهاز حضور في ${isolate(institution)} لا يستجيب`,
      greeting: `مرحبًا ${isolate(name)}،`,
      body: lines(kiosks, (kiosk) => `لم يتصل ${isolate(kiosk.name)} بالخادم منذ ${isolate(kiosk.since)}.`),
      action: 'فتح أجهزة الحضور',
      end: 'يُرجى التأكد من أن الجهاز موصول بالكهرباء وأن شاشته تعمل وأنه متصل بالشبكة. ستصلك رسالة أخرى عندما يعود.',
    }),
    kiosk_back: ({ institution, name, kiosks }) => ({
      subject: `عاد جهاز حضور في ${isolate(institution)} إلى العمل`,
      greeting: `مرحبًا ${isolate(name)}،`,
      body: lines(
        kiosks,
        (kiosk) =>
          `لم يتصل ${isolate(kiosk.name)} بالخادم من ${isolate(kiosk.since)} إلى ${isolate(kiosk.back ?? '')}.`,
      ),
      action: 'فتح أجهزة الحضور',
      end: 'لا يلزمك فعل أي شيء.',
    }),
  },
};

/** Silences with moments as the institution's clock shows them: of another day with its date. */
export function kiosksInMail(
  silences: readonly ToldSilence[],
  language: Language,
  zone: Zone,
  now: Date,
): KioskInMail[] {
  const date = createDateFormat(language, { dateStyle: 'medium', timeZone: zone.name });
  const moment = (at: Date): string =>
    zone.dateOf(at) === zone.dateOf(now) ? zone.timeOf(at) : `${date(at)}, ${zone.timeOf(at)}`;
  return silences.map(({ name, place, since, backAt }) => ({
    name: place ? `${name} (${place})` : name,
    since: moment(since),
    back: backAt && moment(backAt),
  }));
}
