import { zoneOffsets } from '@rollcall/core/kernel/zones/zone-data';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFormat } from './format.ts';
import {
  createInstitutionClock,
  InstitutionClockContext,
  useInstitutionHour,
  useInstitutionToday,
  zoneOfSettings,
} from './institution-day.ts';

afterEach(() => void vi.useRealTimers());

describe('the institution clock', () => {
  it('has the day and the time of the institution, not of this device', () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-14T15:30:00Z');
    const tokyo = createInstitutionClock(zoneOffsets('Asia/Tokyo'));
    expect(tokyo.today()).toBe('2026-11-15');
    expect(tokyo.hour()).toBe(0);
    expect(tokyo.timeOf(new Date())).toBe('00:30');
    const honolulu = createInstitutionClock(zoneOffsets('Pacific/Honolulu'));
    expect(honolulu.today()).toBe('2026-11-14');
    expect(honolulu.dayOf(new Date('2026-11-14T09:59:00Z'))).toBe('2026-11-13');
    vi.setSystemTime('2026-03-02T18:15:00Z');
    expect(createInstitutionClock(zoneOffsets('Asia/Kathmandu')).minutes()).toBe(0);
  });

  it('shows instants and their days by the offsets of the server, not by the zone data of the browser', () => {
    // British Columbia stays at -07; a browser with older data, or in another zone, would show 07:32 or another day.
    const clock = createInstitutionClock(
      zoneOfSettings([
        { from: '2016-01-01T00:00:00.000Z', minutes: -480 },
        { from: '2026-03-08T10:00:00.000Z', minutes: -420 },
      ]),
    );
    const format = createFormat('en', clock);
    expect(format.moment('2026-11-19T15:32:00.000Z')).toBe('19 Nov, 08:32');
    expect(format.fullMoment('2026-01-19T15:32:00.000Z')).toBe('19 Jan 2026, 07:32');
    expect(format.date('2026-11-19T06:59:00.000Z')).toBe('18 Nov 2026');
    expect(format.date('2026-11-19')).toBe('19 Nov 2026');
    expect(format.date('11_19_26')).toBe('19 Nov 2026');
  });

  it('goes on to the next day on a page that stays open', () => {
    vi.useFakeTimers({ now: new Date('2026-11-14T14:58:30Z') });
    const tokyo = createInstitutionClock(zoneOffsets('Asia/Tokyo'));
    const wrapper = ({ children }: { children: ReactNode }) => (
      <InstitutionClockContext value={tokyo}>{children}</InstitutionClockContext>
    );
    const { result } = renderHook(() => [useInstitutionToday(), useInstitutionHour()], { wrapper });
    expect(result.current).toEqual(['2026-11-14', 23]);
    act(() => void vi.advanceTimersByTime(120_000));
    expect(result.current).toEqual(['2026-11-15', 0]);
  });
});
