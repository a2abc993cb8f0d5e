import type { LocalDate } from '../kernel/local-date.ts';
import { roleOfKind } from '../people/people.rules.ts';
import type { NewPerson, RegistrableKind } from '../people/people.types.ts';

/** Invented names. */
const STUDENTS = `
  Alex Morgan, Aarav Sharma, Amara Okafor, Anna Kowalska, Ben Carter, Bianca Rossi,
  Carlos Mendes, Chloe Dubois, Daniel Kim, Daria Petrova, Elif Yilmaz, Emma Lindqvist,
  Ethan Brooks, Fatima Zahra, Felix Wagner, Grace Mwangi, Hana Suzuki, Hugo Fernandez,
  Ines Costa, Isaac Boateng, Jasmine Patel, Jonas Meier, Julia Novak, Kai Tanaka,
  Karim Haddad, Laila Rahman, Leo Martins, Lena Fischer, Liam Walsh, Lucia Moreno,
  Maya Shrestha, Mateo Silva, Mei Chen, Mia Johansen, Milan Horvat, Nadia Ivanova,
  Nikhil Rao, Noah Bennett, Nora Haugen, Olivia Grant, Omar Farouk, Oscar Nilsson,
  Paula Jimenez, Priya Nair, Quentin Moreau, Rafael Souza, Rosa Alvarez, Ruby Hughes,
  Sami Laine, Sara Bianchi, Sofia Papadaki, Tariq Aziz, Theo Laurent, Uma Krishnan,
  Viktor Popescu, Wanjiru Kamau, Xin Li, Yara Nasser, Yusuf Demir, Zoe Campbell
`
  .trim()
  .split(/,\s+/);
const TEACHERS = [
  'Miriam Adler',
  'Samuel Osei',
  'Helena Voss',
  'Rajesh Gupta',
  'Claire Fontaine',
  'Peter Lindgren',
];
const STAFF = ['Dolores Vega', 'Tom Becker', 'Aisha Bello', 'Ivan Marek'];
const EMPLOYEES = ['Nina Sorensen', 'George Palmer'];

export const DEMO_SECTIONS = ['CS-A', 'CS-B', 'CS-C'] as const;

/** Username of the first student, shown on the login card. */
export const DEMO_USERNAME = 'student';
/** A teacher with two classes, and an office of two sections; they are given these usernames with their role. */
export const DEMO_TEACHER = { code: 'TCH002', username: 'teacher', sections: ['CS-A', 'CS-B'] } as const;
export const DEMO_OFFICE = { code: 'STF001', username: 'office', sections: ['CS-A', 'CS-C'] } as const;
/** Teaches what is left. */
export const DEMO_OTHER_TEACHER = { code: 'TCH003', sections: ['CS-C'] } as const;

const codeOf = (prefix: string, index: number) => `${prefix}${String(index + 1).padStart(3, '0')}`;
const usernameOf = (name: string) => name.toLowerCase().replace(' ', '.');

function group(
  kind: RegistrableKind,
  prefix: string,
  names: readonly string[],
  registeredOn: LocalDate,
): NewPerson[] {
  return names.map((name, index) => ({
    code: codeOf(prefix, index),
    name,
    username: kind === 'student' && index === 0 ? DEMO_USERNAME : usernameOf(name),
    kind,
    role: roleOfKind(kind),
    classSection: kind === 'student' ? (DEMO_SECTIONS[index % DEMO_SECTIONS.length] ?? null) : null,
    // Numbers that are kept free for films and examples.
    contactPhone: kind === 'student' ? `+44 20 7946 ${String(index).padStart(4, '0')}` : null,
    registeredOn,
  }));
}

export function demoPeople(registeredOn: LocalDate): NewPerson[] {
  return [
    ...group('student', 'STU', STUDENTS, registeredOn),
    ...group('teacher', 'TCH', TEACHERS, registeredOn),
    ...group('staff', 'STF', STAFF, registeredOn),
    ...group('employee', 'EMP', EMPLOYEES, registeredOn),
  ];
}
