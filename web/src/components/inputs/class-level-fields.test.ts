import { expect, it } from 'vitest';
import { createFormat } from '../../lib/format/format.ts';
import { semesterLabel } from './class-level-fields.tsx';

it('a semester is written as the language counts, a grade is a number', () => {
  const inLanguage = (locale: string) => semesterLabel('4th', 'university', createFormat(locale));
  expect(['en', 'de', 'ar'].map(inLanguage)).toEqual(['4th', '4.', '4']);
  expect(['en', 'de', 'ar'].map((each) => semesterLabel('4th', 'school', createFormat(each)))).toEqual([
    '4',
    '4',
    '4',
  ]);
});
