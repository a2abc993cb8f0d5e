import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../kernel/language.ts';
import { hasSection, sectionFor } from '../people/people.rules.ts';
import { reportTexts } from '../reports/report.kinds.ts';
import { REPORT_TEXTS } from '../reports/report.texts.ts';
import { CLASS_CHOICES, DEFAULT_CLASS_CONFIG, fittingClass } from './settings.rules.ts';
import { INSTITUTION_KINDS } from './settings.types.ts';

describe('kinds of institutions', () => {
  it.each(INSTITUTION_KINDS)('%s: a new class starts with something that can be chosen', (kind) => {
    expect(fittingClass(DEFAULT_CLASS_CONFIG[kind], kind)).toEqual(DEFAULT_CLASS_CONFIG[kind]);
  });

  it('keep the defaults of the specification for universities', () => {
    expect(DEFAULT_CLASS_CONFIG.university).toEqual({
      program: 'bachelors',
      semester: '4th',
      section: 'E',
      subject: '',
    });
    expect(CLASS_CHOICES.university.semesters).toHaveLength(8);
  });

  it('have 13 grades at schools and ask nothing of the kind at workplaces', () => {
    expect(CLASS_CHOICES.school.semesters).toHaveLength(13);
    expect(CLASS_CHOICES.school.programs).toEqual(['none']);
    expect(CLASS_CHOICES.workplace).toEqual({ programs: ['none'], semesters: ['none'] });
  });

  it('replace only what does not fit when an institution becomes another kind', () => {
    const before = { program: 'masters', semester: '4th', section: 'B', subject: 'Maths' } as const;
    expect(fittingClass(before, 'school')).toEqual({ ...before, program: 'none' });
    expect(fittingClass(before, 'workplace')).toEqual({ ...before, program: 'none', semester: 'none' });
    expect(fittingClass({ ...before, semester: '12th' }, 'university').semester).toBe('4th');
  });

  it('give sections to students alone, and departments to everybody who works', () => {
    expect(sectionFor('employee', ' Sales ', 'workplace')).toBe('Sales');
    expect(sectionFor('employee', 'Sales', 'university')).toBeNull();
    expect(sectionFor('student', '4B', 'school')).toBe('4B');
    expect(INSTITUTION_KINDS.some((kind) => hasSection('admin', kind))).toBe(false);
  });

  it.each(LANGUAGES)('have their own words on paper in %s', (language) => {
    const [school, workplace] = [reportTexts(language, 'school'), reportTexts(language, 'workplace')];
    expect(school.columns.section).not.toBe(workplace.columns.section);
    expect(school.columns.section).not.toContain('/');
    expect(workplace.section('X')).toContain('X');
    expect(reportTexts(language, 'university')).toBe(REPORT_TEXTS[language]);
  });
});
