import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isDue, isPresent } from '../attendance/attendance-day.rules.ts';
import { rateOf } from './analytics.rules.ts';
import type { Tally } from './analytics.types.ts';

interface Achievement {
  readonly id: string;
  /** Name of an icon the web app knows. */
  readonly icon: string;
  readonly name: string;
  readonly description: string;
}

interface Facts {
  readonly total: Tally;
  readonly onTime: number;
  readonly currentStreak: number;
  readonly longestStreak: number;
}

const ACHIEVEMENTS: readonly (Achievement & { readonly when: (facts: Facts) => boolean })[] = [
  {
    id: 'first-day',
    icon: 'flag',
    name: 'First Day',
    description: 'Checked in for the first time.',
    when: ({ total }) => total.present >= 1,
  },
  {
    id: 'week-streak',
    icon: 'flame',
    name: 'Full Week',
    description: 'Present five school days in a row.',
    when: ({ longestStreak }) => longestStreak >= 5,
  },
  {
    id: 'month-streak',
    icon: 'trophy',
    name: 'Full Month',
    description: 'Present twenty school days in a row.',
    when: ({ longestStreak }) => longestStreak >= 20,
  },
  {
    id: 'target',
    icon: 'target',
    name: 'On Target',
    description: 'At least 75% attendance over ten or more school days.',
    when: ({ total }) => total.due >= 10 && (rateOf(total) ?? 0) >= 75,
  },
  {
    id: 'punctual',
    icon: 'clock',
    name: 'Punctual',
    description: 'On time nine days out of ten, over ten or more days.',
    when: ({ total, onTime }) => total.present >= 10 && onTime / total.present >= 0.9,
  },
];

export function achievementsOf(facts: Facts): Achievement[] {
  return ACHIEVEMENTS.filter(({ when }) => when(facts)).map(({ id, icon, name, description }) => ({
    id,
    icon,
    name,
    description,
  }));
}

type Day = Pick<AttendanceDay, 'date' | 'status'>;

/**
 * Streaks of due days present. Days that are not due (holiday, excused, day off) neither break nor lengthen a
 * streak; an absence breaks it.
 */
export function streaksOf(days: readonly Day[]): { current: number; longest: number } {
  const inOrder = [...days].sort((a, b) => (a.date < b.date ? -1 : 1));
  let current = 0;
  let longest = 0;
  for (const day of inOrder) {
    if (isPresent(day.status)) current += 1;
    else if (isDue(day.status)) current = 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}
