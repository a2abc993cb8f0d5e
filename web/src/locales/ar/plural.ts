const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
type Form = (typeof FORMS)[number];

/**
 * The texts of a catalogue in Arabic: the same keys, except that every text by number has the six forms of Arabic
 * (0, 1, 2, 3 to 10, 11 to 99, the rest).
 */
export type ArabicTexts<T> = T extends string
  ? string
  : {
      [Key in keyof T as Key extends `${infer Stem}_other`
        ? `${Stem}_${Form}`
        : Key extends `${string}_${Form}`
          ? never
          : Key]: ArabicTexts<T[Key]>;
    };

/** What is counted, in the six forms. */
export type Counted = readonly [
  zero: string,
  one: string,
  two: string,
  few: string,
  many: string,
  other: string,
];

/** The six texts of a key. `sentence` says the rest around what is counted. */
export function plural<Key extends string>(
  key: Key,
  counted: Counted,
  sentence: (counted: string) => string = (words) => words,
): Record<`${Key}_${Form}`, string> {
  const entries = FORMS.map((form, index) => [`${key}_${form}`, sentence(counted[index] ?? '')]);
  return Object.fromEntries(entries) as Record<`${Key}_${Form}`, string>; // one entry per form
}

/** The same text for every number. */
export const anyNumber = <Key extends string>(key: Key, text: string): Record<`${Key}_${Form}`, string> =>
  plural(key, [text, text, text, text, text, text]);

/** A noun after its number; one and two are the noun alone. `two` has both cases: `شخصان`, and `شخصين` after a preposition. */
const noun = (one: string, two: string, few: string, many: string, other: string, none: string): Counted => [
  none,
  one,
  two,
  `{{count}} ${few}`,
  `{{count}} ${many}`,
  `{{count}} ${other}`,
];

export const PEOPLE = noun('شخص واحد', 'شخصان', 'أشخاص', 'شخصًا', 'شخص', 'لا أحد');
export const PEOPLE_OF = noun('شخص واحد', 'شخصين', 'أشخاص', 'شخصًا', 'شخص', '{{count}} شخص');
export const STUDENTS = noun('طالب واحد', 'طالبان', 'طلاب', 'طالبًا', 'طالب', 'لا طلاب');
export const DAYS = noun('يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم', '{{count}} يوم');
export const DAYS_OF = noun('يوم واحد', 'يومين', 'أيام', 'يومًا', 'يوم', '{{count}} يوم');
export const MINUTES_OF = noun('دقيقة واحدة', 'دقيقتين', 'دقائق', 'دقيقة', 'دقيقة', '{{count}} دقيقة');
export const ROWS = noun('صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف', 'لا صفوف');
export const ROWS_OF = noun('صف واحد', 'صفين', 'صفوف', 'صفًا', 'صف', '{{count}} صف');
export const FACES = noun('وجه واحد', 'وجهان', 'وجوه', 'وجهًا', 'وجه', 'لا وجوه');
export const ABSENCES = noun('غياب واحد', 'غيابان', 'غيابات', 'غيابًا', 'غياب', 'لا غيابات');
export const VISITS = noun('زيارة واحدة', 'زيارتان', 'زيارات', 'زيارة', 'زيارة', 'لا زيارات');
export const SECTIONS = noun('شعبة واحدة', 'شعبتان', 'شعب', 'شعبة', 'شعبة', 'لا شعب');
export const MAILS = noun('رسالة واحدة', 'رسالتان', 'رسائل', 'رسالة', 'رسالة', 'لا رسائل');
