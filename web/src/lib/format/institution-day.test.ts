import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInstitutionClock } from './institution-day.ts';

afterEach(() => void vi.useRealTimers());

describe('the institution clock', () => {
  it('has the day and the time of the institution, not of this device', () => {
    vi.useFakeTimers();
    vi.setSystemTime('2026-11-14T15:30:00Z');
    const tokyo = createInstitutionClock('Asia/Tokyo');
    expect(tokyo.today()).toBe('2026-11-15');
    expect(tokyo.hour()).toBe(0);
    expect(tokyo.timeOf(new Date())).toBe('00:30');
    const honolulu = createInstitutionClock('Pacific/Honolulu');
    expect(honolulu.today()).toBe('2026-11-14');
    expect(honolulu.dayOf(new Date('2026-11-14T09:59:00Z'))).toBe('2026-11-13');
  });
});
