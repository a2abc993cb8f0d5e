import { createZone } from '@rollcall/core/kernel/zone';
import { createContext, useContext } from 'react';
import { dateOfIso, now } from './dates.ts';

/** The institution's calendar and clock: this device may be in another time zone. */
export function createInstitutionClock(timeZone: string) {
  const zone = createZone(timeZone);
  return {
    /** Today, `YYYY-MM-DD`. */
    today: (): string => zone.dateOf(now()),
    /** The day of an instant, `YYYY-MM-DD`. */
    dayOf: (instant: Date): string => zone.dateOf(instant),
    /** The wall-clock time of an instant, `HH:MM`. */
    timeOf: (instant: Date): string => zone.timeOf(instant),
    /** The hour of the day, 0 to 23. */
    hour: (): number => Number(zone.timeOf(now()).slice(0, 2)),
  };
}

export type InstitutionClock = ReturnType<typeof createInstitutionClock>;

/** Set by the root of the app from the public settings; null in a test of a single component. */
export const InstitutionClockContext = createContext<InstitutionClock | null>(null);

export const useInstitutionClock = (): InstitutionClock =>
  useContext(InstitutionClockContext) ??
  createInstitutionClock(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Today at the institution, `YYYY-MM-DD`. */
export const useInstitutionToday = (): string => useInstitutionClock().today();

/** Today at the institution for calculations with local dates: noon on this device. */
export const useInstitutionDate = (): Date => dateOfIso(useInstitutionToday());
