import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../../kernel/local-date.ts';
import { isInSlot, newPairingCode, plainPairingCode, shortName } from './kiosk.rules.ts';

describe('the name on the screen', () => {
  it('is the first name and an initial', () => {
    expect(shortName('Aylin Kaya')).toBe('Aylin K.');
    expect(shortName('  Maria  de la  Cruz ')).toBe('Maria C.');
    expect(shortName('Cher')).toBe('Cher');
    expect(shortName('Şule ıldız')).toBe('Şule I.');
    expect(shortName('李 𠮷田')).toBe('李 𠮷.');
  });
});

describe('the code of a pairing', () => {
  it('has eight characters that nobody confuses, each as likely as the others', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const seen = new Map<string, number>();
    for (let at = 0; at < 256; at += 8)
      for (const letter of newPairingCode({ bytes: () => bytes.slice(at, at + 8) }))
        seen.set(letter, (seen.get(letter) ?? 0) + 1);
    expect([...seen.keys()].join('')).not.toMatch(/[IO01]/);
    expect(new Set(seen.values())).toEqual(new Set([8]));
  });

  it('may be typed in any case, with a dash or spaces', () => {
    expect(plainPairingCode(' abcd-ef 23 ')).toBe('ABCDEF23');
  });
});

describe('the slot of a class', () => {
  const lesson = { startTime: localTime('10:30'), endTime: localTime('12:00'), weekdays: [1] };
  const monday = localDate('2026-03-02');
  it('opens a quarter of an hour before the class and closes with it', () => {
    const open = [614, 615, 720, 721].map((minutes) => isInSlot(lesson, monday, minutes));
    expect(open).toEqual([false, true, true, false]);
    expect(isInSlot(lesson, localDate('2026-03-03'), 640)).toBe(false);
  });
  it('of a class right after midnight opens at midnight', () => {
    const night = { ...lesson, startTime: localTime('00:05') };
    expect(isInSlot(night, monday, 0)).toBe(true);
  });
});
