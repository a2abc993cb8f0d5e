import type { NewClass } from '../classes/classes.types.ts';
import { localTime } from '../kernel/local-date.ts';
import type { NewNotice } from '../notices/notices.types.ts';
import { DEMO_SECTIONS } from './demo-people.ts';

/** Notices with their age in days. */
export const DEMO_NOTICES: readonly (Omit<NewNotice, 'audience'> & { readonly daysAgo: number })[] = [
  {
    daysAgo: 0,
    title: 'Fire drill this Thursday at 10:15',
    content:
      'All classes leave the building by the nearest exit and gather on the sports field. Teachers take attendance outside. The drill takes about twenty minutes. Lessons continue at 10:45.',
    priority: 'urgent',
    tags: ['safety', 'everyone'],
  },
  {
    daysAgo: 2,
    title: 'Attendance below 75 percent',
    content:
      'Students below 75 percent attendance at the end of the month cannot sit the mid-term examination without a letter. Check your own figure under My Analytics and speak to your class teacher if something looks wrong.',
    priority: 'high',
    tags: ['attendance', 'exams'],
  },
  {
    daysAgo: 4,
    title: 'Library open until 20:00 before exams',
    content: 'From Monday the library stays open until 20:00 on weekdays. Bring your student card.',
    priority: 'normal',
    tags: ['library'],
  },
  {
    daysAgo: 9,
    title: 'New camera at the east entrance',
    content:
      'You can now check in at the east entrance too. Look straight at the camera for a second. No photo is kept. If you prefer not to use your face, the office checks you in by hand.',
    priority: 'normal',
    tags: ['attendance', 'privacy'],
  },
  {
    daysAgo: 16,
    title: 'Lost and found moves to room 12',
    content: 'Umbrellas, scarves and one left shoe are waiting there.',
    priority: 'low',
    tags: ['office'],
  },
  {
    daysAgo: 30,
    title: "Parents' evening",
    content: 'Class teachers are available from 17:00 to 19:30. Appointments through the office.',
    priority: 'low',
    tags: ['families'],
  },
];

const SUBJECTS = ['Data Structures', 'Operating Systems', 'Statistics'] as const;
const SLOTS = [
  ['09:00', '10:30'],
  ['11:00', '12:30'],
  ['14:00', '15:30'],
] as const;

/** One class per section, with everybody of that section on its roster. */
export function demoClasses(): (NewClass & { readonly roster: string })[] {
  return DEMO_SECTIONS.map((section, index) => {
    const [start, end] = SLOTS[index] ?? SLOTS[0];
    const subject = SUBJECTS[index] ?? SUBJECTS[0];
    return {
      name: `${subject} ${section}`,
      program: 'bachelors',
      semester: '4th',
      section,
      subject,
      startTime: localTime(start),
      endTime: localTime(end),
      weekdays: [1, 2, 3, 4, 5],
      roster: section,
    };
  });
}
