import { createZoneFrom, offsetAt, type ZoneOffsets } from '@rollcall/core/kernel/zones/zone';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { dateOfIso, now } from './dates.ts';

/** The offsets of the public settings: the server's zone data, because a browser's own may be older. */
export const zoneOfSettings = (
  wire: readonly { readonly from: string; readonly minutes: number }[],
): ZoneOffsets => ({
  name: 'institution',
  changes: wire.slice(1).map(({ from }) => Date.parse(from)),
  offsets: wire.map(({ minutes }) => minutes * 60_000),
});

/** The institution's calendar and clock: this device may be in another time zone. */
export function createInstitutionClock(offsets: ZoneOffsets) {
  const zone = createZoneFrom(offsets);
  return {
    /** Today, `YYYY-MM-DD`. */
    today: (): string => zone.dateOf(now()),
    /** The day of an instant, `YYYY-MM-DD`. */
    dayOf: (instant: Date): string => zone.dateOf(instant),
    /** The wall-clock time of an instant, `HH:MM`. */
    timeOf: (instant: Date): string => zone.timeOf(instant),
    /** The hour of the day, 0 to 23. */
    hour: (): number => Number(zone.timeOf(now()).slice(0, 2)),
    /** Minutes since midnight. */
    minutes: (): number => Math.floor(zone.minutesOf(now())),
    /** A date whose UTC fields are the wall clock at an instant, for formatters in UTC. */
    wallClock: (instant: Date): Date => new Date(instant.getTime() + offsetAt(offsets, instant.getTime())),
  };
}

export type InstitutionClock = ReturnType<typeof createInstitutionClock>;

/** Set by the root of the app from the public settings; null in a test of a single component. */
export const InstitutionClockContext = createContext<InstitutionClock | null>(null);

/** The clock of this device, where there is no institution. */
export const DEVICE_CLOCK = createInstitutionClock({
  name: 'device',
  changes: [],
  offsets: [-now().getTimezoneOffset() * 60_000],
});

export const useInstitutionClock = (): InstitutionClock =>
  useContext(InstitutionClockContext) ?? DEVICE_CLOCK;

const MINUTE_MS = 60_000;

const eachMinute = (tell: () => void): (() => void) => {
  const timer = setInterval(tell, MINUTE_MS);
  return () => clearInterval(timer);
};

/** Today at the institution, `YYYY-MM-DD`. A page that stays open overnight follows. */
export function useInstitutionToday(): string {
  const { today } = useInstitutionClock();
  return useSyncExternalStore(eachMinute, today, today);
}

/** The hour of the day at the institution, 0 to 23. */
export function useInstitutionHour(): number {
  const { hour } = useInstitutionClock();
  return useSyncExternalStore(eachMinute, hour, hour);
}

/** Today at the institution for calculations with local dates: noon on this device. */
export const useInstitutionDate = (): Date => dateOfIso(useInstitutionToday());
