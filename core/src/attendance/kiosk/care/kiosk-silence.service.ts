import type { ClockTrust } from '../../../clock-guard/clock-guard.ports.ts';
import type { Events } from '../../../events/events.ports.ts';
import { addDays, eachDay } from '../../../kernel/local-date.ts';
import type { Transact } from '../../../kernel/transact.ts';
import { startOfDay } from '../../../kernel/zones/zone.ts';
import type { MailRepos, NewMail, Outbox } from '../../../mail/mail.ports.ts';
import type { AccountRepos } from '../../../people/accounts.ports.ts';
import type { SettingsReader, Today } from '../../../settings/settings.ports.ts';
import type { AttendanceRepos } from '../../attendance.ports.ts';
import type { KioskCareRepos } from './care.ports.ts';
import { createDoors } from './doors.ts';
import { isSilent } from './silence.rules.ts';

type Repos = AccountRepos & AttendanceRepos & KioskCareRepos & MailRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
  readonly settings: SettingsReader;
  readonly clockGuard: ClockTrust;
  readonly outbox: Outbox;
}

/** Checks run every minute; after a longer gap nobody can say who was silent meanwhile. */
const GAP_MS = 5 * 60_000;
/** How far back the last working day is looked for. */
const LOOK_BACK_DAYS = 120;

/** Notices kiosks that fall silent while the doors are in use, and tells those who manage kiosks, once. */
export function createKioskSilence({ repos, transact, events, settings, clockGuard, outbox }: Needs) {
  const openSince = createDoors({ repos, settings });

  /** The begin of the last working day before today. */
  const lastSchoolDay = async ({ date, zone }: Today): Promise<Date> => {
    const before = eachDay(addDays(date, -LOOK_BACK_DAYS), addDays(date, -1));
    const days = await repos.facts.calendarDays(before);
    const last = days.findLast(({ calendar }) => calendar === 'open');
    return startOfDay(zone, last?.date ?? date);
  };

  /** One mail to each of those who manage kiosks, about everything that was noticed together. */
  const tell = async (
    tx: Repos,
    kind: 'kiosk_silent' | 'kiosk_back',
    ids: readonly string[],
  ): Promise<void> => {
    const [first] = ids;
    if (first === undefined || !outbox.isConfigured) return;
    const { language } = await tx.kioskCare.told(first, kind === 'kiosk_silent' ? 'begin' : 'end');
    const mail: Omit<NewMail, 'personId'> = { kind, language, askedFrom: 'server', kioskSilenceId: first };
    for (const { id } of await tx.accounts.administratorsWhoSignIn())
      await outbox.add(tx, { ...mail, personId: id });
  };

  return {
    /** Answers how many kiosks fell silent and came back. */
    async check(): Promise<{ silent: number; back: number }> {
      const today = await settings.today();
      const { now } = today;
      if (!(await clockGuard.isTrusted(now))) return { silent: 0, back: 0 };
      const watchedSince = await repos.kioskCare.noteCheck(now, GAP_MS);
      const open = await openSince(today);
      const watch = open && { now, openSince: open, watchedSince, lastSchoolDay: await lastSchoolDay(today) };
      const watched = await repos.kioskCare.watched();
      const done = await transact(async (tx) => {
        await tx.kioskCare.forgetUnpaired();
        const begun: string[] = [];
        let back = 0;
        for (const { kioskId, lastSeenAt, silence } of watched) {
          if (lastSeenAt === null) continue;
          if (
            silence &&
            lastSeenAt > silence.since &&
            (await tx.kioskCare.endSilence(silence.id, lastSeenAt))
          )
            back += 1;
          if (silence || !watch || !isSilent(lastSeenAt, watch)) continue;
          const id = await tx.kioskCare.beginSilence(kioskId, lastSeenAt, now);
          if (id !== null) begun.push(id);
        }
        await tell(tx, 'kiosk_silent', begun);
        // Nobody is told at night: what came back then is told when the doors open.
        if (watch) await tell(tx, 'kiosk_back', await tx.kioskCare.takeReturns(now));
        return { silent: begun.length, back };
      });
      // Every open page reads its settings again after an event.
      if (done.silent + done.back > 0) events.publish({ topic: 'settings', personId: null });
      outbox.wake();
      return done;
    },
  };
}
