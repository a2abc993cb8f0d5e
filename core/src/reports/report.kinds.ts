import type { Language } from '../kernel/language.ts';
import { isolate } from '../kernel/text.ts';
import type { InstitutionKind } from '../settings/settings.types.ts';
import { REPORT_TEXTS } from './report.texts.ts';

type ReportTexts = (typeof REPORT_TEXTS)[Language];

/** What a kind of institution calls differently. */
interface KindWords extends Pick<ReportTexts, 'section' | 'noSection' | 'class' | 'classDefinition'> {
  readonly column: string;
}

const WORDS: Readonly<Record<Language, Readonly<Record<Exclude<InstitutionKind, 'university'>, KindWords>>>> =
  {
    en: {
      school: {
        column: 'Class',
        section: (name) => `Class ${name}`,
        noSection: 'No class',
        class: (name) => `Lesson ${name}`,
        classDefinition:
          'From the attendance taken in this lesson. Rate: lessons present or late out of lessons expected, in percent. Excused lessons do not count.',
      },
      workplace: {
        column: 'Department',
        section: (name) => `Department ${name}`,
        noSection: 'No department',
        class: (name) => `Shift ${name}`,
        classDefinition:
          'From the attendance taken in this shift. Rate: shifts present or late out of shifts expected, in percent. Excused shifts do not count.',
      },
    },
    de: {
      school: {
        column: 'Klasse',
        section: (name) => `Klasse ${name}`,
        noSection: 'Ohne Klasse',
        class: (name) => `Kurs ${name}`,
        classDefinition:
          'Aus der Anwesenheit in diesem Kurs. Quote: Termine anwesend oder verspätet von erwarteten Terminen, in Prozent. Entschuldigte Termine zählen nicht.',
      },
      workplace: {
        column: 'Abteilung',
        section: (name) => `Abteilung ${name}`,
        noSection: 'Ohne Abteilung',
        class: (name) => `Dienst ${name}`,
        classDefinition:
          'Aus der Anwesenheit in diesem Dienst. Quote: Dienste anwesend oder verspätet von erwarteten Diensten, in Prozent. Entschuldigte Dienste zählen nicht.',
      },
    },
    ar: {
      school: {
        column: 'الشعبة',
        section: (name) => `الشعبة ${isolate(name)}`,
        noSection: 'بدون شعبة',
        class: (name) => `الحصة ${isolate(name)}`,
        classDefinition:
          'من قوائم هذه الحصة. النسبة: الحصص التي حضرها الشخص أو تأخر فيها من الحصص المتوقعة، بالمئة؛ ولا تُحسب الحصص المعذورة.',
      },
      workplace: {
        column: 'القسم',
        section: (name) => `القسم ${isolate(name)}`,
        noSection: 'بدون قسم',
        class: (name) => `الوردية ${isolate(name)}`,
        classDefinition:
          'من قوائم هذه الوردية. النسبة: الورديات التي حضرها الشخص أو تأخر فيها من الورديات المتوقعة، بالمئة؛ ولا تُحسب الورديات المعذورة.',
      },
    },
  };

/** The texts of the reports in the words of the institution. */
export function reportTexts(language: Language, kind: InstitutionKind): ReportTexts {
  const texts = REPORT_TEXTS[language];
  if (kind === 'university') return texts;
  const { column, ...words } = WORDS[language][kind];
  return { ...texts, ...words, columns: { ...texts.columns, section: column } };
}
