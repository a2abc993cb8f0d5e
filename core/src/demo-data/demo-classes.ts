import type { NewClass } from '../classes/classes.types.ts';
import { localTime } from '../time/local-date.ts';
import { DEMO_SECTIONS } from './demo-people.ts';

const SUBJECTS = ['Data Structures', 'Operating Systems', 'Statistics'] as const;
const SLOTS = [
  ['09:00', '10:30'],
  ['11:00', '12:30'],
  ['14:00', '15:30'],
] as const;

/** One class per section; its roster is everyone of that section. */
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
