import { describe, expect, it } from 'vitest';
import { suggestPeopleMapping } from './people-columns.ts';
import { readPeople, validatePeople } from './people-import.rules.ts';

const NOTHING_TAKEN = { codes: new Set<string>(), usernames: new Set<string>(), emails: new Set<string>() };

const read = (columns: string[], ...rows: string[][]) =>
  readPeople({ columns, rows }, suggestPeopleMapping(columns), 'student');

describe('the columns of a list of people', () => {
  it.each([
    [['Student No', 'First name', 'Last name', 'Class', 'Parent email', 'Mobile']],
    [['SCHÜLER-NR.', 'Vorname', 'Nachname', 'Klasse', 'E-Mail Eltern', 'Telefon']],
    [['Schülernummer', 'Vorname', 'Name', 'Stufe', 'E-Mail', 'Handy']],
    [['Personalnummer', 'Vorname', 'Familienname', 'Abteilung', 'e mail', 'Tel.']],
    [['student_id', 'Given Name', 'Surname', 'Section', 'EMAIL', 'Phone']],
    [['Matricule', 'Prénom', 'Nom', 'Classe', 'Courriel', 'Téléphone']],
    [['رقم الطالب', 'الاسم الأول', 'اسم العائلة', 'الصف', 'بريد ولي الأمر', 'رقم الجوال']],
  ])('are recognised whatever their case, dots, hyphens and spaces: %j', (columns) => {
    const [user_id, first_name, last_name, class_section, email, contact_phone] = columns;
    expect(suggestPeopleMapping(columns)).toEqual({
      user_id,
      first_name,
      last_name,
      class_section,
      email,
      contact_phone,
    });
  });

  it('hold the name in one or two of them, given name first', () => {
    expect(read(['ID', 'Name', 'Vorname'], ['1', 'Öztürk', ' Ayşe '])[0]?.name).toBe('Ayşe Öztürk');
    expect(read(['ID', 'Vorname', 'Nachname'], ['1', 'Ayşe', ''])[0]?.name).toBe('Ayşe');
    expect(read(['ID', 'Name', 'Surname'], ['1', 'Mia', 'Klein'])[0]?.name).toBe('Mia Klein');
    expect(read(['ID', 'Full Name', 'First', 'Last'], ['1', 'Mia Klein', 'M', 'K'])[0]?.name).toBe(
      'Mia Klein',
    );
    expect(suggestPeopleMapping(['ID', 'Name'])).toEqual({ user_id: 'ID', name: 'Name' });
  });

  it('give a username only if one of them says so', () => {
    expect(suggestPeopleMapping(['ID', 'Name', 'Email'])).not.toHaveProperty('username');
    expect(read(['ID', 'Name', 'Email'], ['S-1', 'Mia', 'mia@home.example'])[0]?.username).toBe('s-1');
    expect(suggestPeopleMapping(['ID', 'Name', 'Benutzername'])).toMatchObject({ username: 'Benutzername' });
  });

  it('prefer the class to the grade, and the own address to that of the parents', () => {
    const columns = ['ID', 'Name', 'Stufe', 'Klasse', 'Parent email', 'Email'];
    expect(suggestPeopleMapping(columns)).toMatchObject({ class_section: 'Klasse', email: 'Email' });
  });
});

describe('an address of several people', () => {
  const COLUMNS = ['ID', 'Name', 'Type', 'Email'];
  const validate = (rows: string[][], emails: string[] = []) =>
    validatePeople(read(COLUMNS, ...rows), { ...NOTHING_TAKEN, emails: new Set(emails) }, 'school');

  it('stays with the first student; the siblings are imported without it, which their rows say', () => {
    const { people, problems, warnings } = validate(
      [
        ['1', 'Ada Rai', 'student', 'rai@home.example'],
        ['2', 'Ben Rai', 'student', 'RAI@home.example'],
        ['3', 'Cem Can', 'student', 'can@home.example'],
      ],
      ['can@home.example'],
    );
    expect(problems).toEqual([]);
    expect(people.map(({ code, email }) => [code, email])).toEqual([
      ['1', 'rai@home.example'],
      ['2', null],
      ['3', null],
    ]);
    expect(warnings).toMatchObject([
      { row: 3, code: 'email_shared', name: 'Ben Rai', otherRow: 2 },
      { row: 4, code: 'email_in_use', name: 'Cem Can', otherRow: null },
    ]);
  });

  it('is given to the sibling if the first row is not imported', () => {
    const { people, warnings } = validate([
      ['', 'Ada Rai', 'student', 'rai@home.example'],
      ['2', 'Ben Rai', 'student', 'rai@home.example'],
    ]);
    expect(people).toMatchObject([{ code: '2', email: 'rai@home.example' }]);
    expect(warnings).toEqual([]);
  });

  it('is refused for staff, who sign in with it', () => {
    const { problems } = validate([
      ['1', 'Ada Rai', 'teacher', 'rai@home.example'],
      ['2', 'Ben Rai', 'teacher', 'rai@home.example'],
    ]);
    expect(problems).toMatchObject([{ row: 3, code: 'email_twice', name: 'Ben Rai', otherRow: 2 }]);
  });
});

describe('a row with problems', () => {
  it('is named by line, name and the line of its twin', () => {
    const { problems } = validatePeople(
      read(['ID', 'Name'], ['A', 'Ada'], ['B', 'Ben'], ['a', 'Other Ada']),
      NOTHING_TAKEN,
      'school',
    );
    expect(problems).toMatchObject([{ row: 4, code: 'id_twice', name: 'Other Ada', otherRow: 2 }]);
  });
});
