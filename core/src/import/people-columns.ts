import { columnKey, type Mapping, suggestMapping } from '../kernel/tables/uploaded-table.ts';

export const PEOPLE_FIELDS = [
  'user_id',
  'name',
  'first_name',
  'last_name',
  'username',
  'type',
  'class_section',
  'email',
  'contact_phone',
] as const;
export type PeopleField = (typeof PEOPLE_FIELDS)[number];

/** Columns that hold the whole name, whatever other columns there are. */
const WHOLE_NAME = [
  'full name',
  'student name',
  'employee name',
  'Vollständiger Name',
  'nom complet',
  'الاسم الكامل',
  'الاسم الثلاثي',
  'الاسم الرباعي',
  'اسم الطالب',
  'اسم الموظف',
];

/**
 * Names of columns in the lists of schools and workplaces, the most exact first. Case, accents, dots, hyphens and spaces
 * do not matter. An e-mail address is never taken as the username.
 */
const PEOPLE_COLUMNS: Readonly<Record<PeopleField, readonly string[]>> = {
  user_id: [
    ...['user id', 'student id', 'student no', 'student number', 'roll no', 'roll number', 'roll'],
    ...[
      'admission no',
      'admission number',
      'registration no',
      'employee id',
      'employee no',
      'employee number',
    ],
    ...['staff id', 'staff no', 'staff number', 'personnel number', 'id', 'number', 'no', 'code'],
    ...['Schüler-ID', 'Schueler-ID', 'Schüler-Nr', 'Schueler-Nr', 'Schülernummer', 'Schuelernummer'],
    ...[
      'Personalnummer',
      'Personal-Nr',
      'Mitarbeiternummer',
      'Mitarbeiter-Nr',
      'Matrikelnummer',
      'Ausweisnummer',
    ],
    ...['Nummer', 'Nr', 'matricule', 'numéro'],
    ...[
      'رقم الطالب',
      'رقم الطالبة',
      'رقم القيد',
      'الرقم الجامعي',
      'رقم الموظف',
      'الرقم الوظيفي',
      'المعرف',
      'الرقم',
    ],
  ],
  name: [...WHOLE_NAME, 'name', 'nom', 'الاسم'],
  first_name: [
    ...['first name', 'given name', 'forename', 'first', 'Vorname', 'Rufname', 'prénom'],
    ...['الاسم الأول', 'الاسم الشخصي'],
  ],
  last_name: [
    ...['last name', 'surname', 'family name', 'last', 'Nachname', 'Familienname', 'nom de famille'],
    ...['اسم العائلة', 'الاسم الأخير', 'العائلة', 'اللقب', 'الكنية'],
  ],
  username: [
    ...['username', 'login', 'login name', 'user', 'Benutzername', 'Anmeldename', 'Benutzerkennung'],
    ...['identifiant', 'اسم المستخدم', 'اسم الدخول'],
  ],
  type: ['type', 'role', 'kind', 'category', 'Art', 'Typ', 'Rolle', 'الدور', 'الفئة', 'الصفة'],
  class_section: [
    ...[
      'class section',
      'class',
      'section',
      'group',
      'department',
      'Klasse',
      'Gruppe',
      'Abteilung',
      'classe',
    ],
    ...['الشعبة', 'الفصل', 'الصف', 'القسم', 'المجموعة'],
    ...[
      'grade',
      'grade level',
      'year group',
      'Stufe',
      'Klassenstufe',
      'Jahrgang',
      'Jahrgangsstufe',
      'المرحلة',
    ],
  ],
  email: [
    ...['email', 'email address', 'mail', 'E-Mail-Adresse', 'courriel'],
    ...['البريد الإلكتروني', 'البريد', 'الإيميل', 'ايميل'],
    ...['parent email', 'parents email', 'email parent', 'email parents', 'guardian email', 'email guardian'],
    ...['E-Mail Eltern', 'Eltern E-Mail', 'E-Mail der Eltern', 'E-Mail Erziehungsberechtigte'],
    ...['بريد ولي الأمر', 'البريد الإلكتروني لولي الأمر', 'بريد الوالدين'],
  ],
  contact_phone: [
    ...['contact phone', 'phone', 'phone number', 'phone no', 'telephone', 'tel', 'mobile', 'mobile number'],
    ...['mobile phone', 'cell phone', 'guardian phone', 'parent phone', 'parents phone'],
    ...[
      'Telefon',
      'Telefonnummer',
      'Telefon-Nr',
      'Handy',
      'Handynummer',
      'Mobil',
      'Mobiltelefon',
      'Mobilnummer',
    ],
    ...['Telefon Eltern', 'téléphone', 'portable'],
    ...[
      'رقم الهاتف',
      'الهاتف',
      'هاتف',
      'رقم الجوال',
      'الجوال',
      'جوال',
      'رقم الموبايل',
      'الموبايل',
      'المحمول',
    ],
    ...['هاتف ولي الأمر', 'جوال ولي الأمر', 'رقم ولي الأمر'],
  ],
};

const WHOLE_NAME_KEYS = new Set(WHOLE_NAME.map(columnKey));

/**
 * Guesses the mapping. Beside a column of given names, "Name" holds the family names, and beside family names the given
 * ones; a column of whole names makes both unnecessary.
 */
export function suggestPeopleMapping(columns: readonly string[]): Mapping<PeopleField> {
  const { name, first_name, last_name, ...others } = suggestMapping(columns, PEOPLE_COLUMNS);
  const hasWholeName = name !== undefined && WHOLE_NAME_KEYS.has(columnKey(name));
  const first = first_name ?? name;
  const last = last_name ?? name;
  if (hasWholeName || first === last || first === undefined || last === undefined)
    return name !== undefined ? { ...others, name } : { ...others, ...partsOf(first_name, last_name) };
  return { ...others, first_name: first, last_name: last };
}

const partsOf = (first_name: string | undefined, last_name: string | undefined) => ({
  ...(first_name === undefined ? {} : { first_name }),
  ...(last_name === undefined ? {} : { last_name }),
});
