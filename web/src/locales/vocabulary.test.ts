import { describe, expect, it } from 'vitest';

/** One word for one thing; docs/DOMAIN.md has the list of the words on screens. */
const WORDS: Readonly<Record<'en' | 'de', readonly (readonly [notOurs: RegExp, say: string])[]>> = {
  en: [
    [/announcement/i, 'notice'],
    [/\bverdicts?\b|\bjudged\b/i, 'status'],
    [/\benrol/i, 'register a face'],
    [/\btemplates?\b/i, 'face data'],
    [/\busers?\b/i, 'person, people'],
    [/\bdue\b/i, 'expected, school day'],
    [/\bmissed\b/i, 'absent'],
    [/\bclass section\b/i, 'section'],
    [/\b(are|is|be|stand) in the (book|register)\b/i, 'checked in'],
    [/\bmark(ed)? (me|you|my|your)\b/i, 'check in'],
    [/\bset-up\b/i, 'setup'],
    [/recognis|licence|colour|organis|behaviour|favourite|neighbour/i, 'the American spelling'],
    [/\bSept\b/, 'Sep'],
    [/\bone who\b|\bwhom\b|\bsomebody\b|\banybody\b/i, 'a person, who, someone, anyone'],
    [/; /, 'two sentences'],
  ],
  de: [
    [/Klassenbuch|\bim Buch\b/, 'Anwesenheitsliste, erfasst'],
    [/Sektion|\bZug\b/, 'Klasse'],
    [/Aushang|Aushäng|Ankündigung/, 'Mitteilung'],
    [/[Vv]orlage/, 'Gesichtsdaten'],
    [/Benutzer(?!name|anmeldung|-Demo)/, 'Person'],
    [/Lebendigkeit/, 'Lebenderkennung'],
    [/\btilgen|\begal\b|Freiwillig/, 'löschen, alle, optional'],
    [/Check-in/, 'Ankunft, erfassen'],
    [/(Person|Schüler\S*) (neu )?registrier/, 'anlegen'],
    [/; /, 'zwei Sätze'],
  ],
};

/** Phrases that the specification prints; they stay as they are. */
const SPECIFIED = [
  'No Announcements Found',
  'Register User',
  'Register New User',
  'Register Another User',
  'Capture User Face',
  'User Details',
  'User {{name}} registered successfully!',
  'User updated successfully!',
  'User deleted successfully!',
  'Failed to update user',
  'Failed to delete user',
  'Error loading users',
  'Add First User',
  'Edit User',
  'User Not Found',
  'Manage Users',
  'Total Users',
  'Total users',
  'User login',
];

/** Texts that keep another word, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'en/errors.user_not_found': 'the specified "User Not Found", as the server says it',
  'en/errors.invalid_setup_code': 'the words that the server prints on its console',
  'en/office/admin.register.title': 'the heading over "Register New User"',
  'en/office/analytics.trend.users': 'the label of the columns is specified',
  'en/office/analytics.trend.perDay': 'the label of the columns is specified',
  'en/office/analytics.trend.showUsers': 'the label of the columns is specified',
  'en/office/analytics.trend.scaleUsers': 'the label of the columns is specified',
  'en/office/management.counts.users': 'the count of users is specified',
  'en/office/management.users': 'the title of the specified table',
  'en/office/people.form.id': 'the field user_id of the specification',
  'en/visitors/home.demo.user.action': 'the user demo of the specification',
};

function textsOf(value: unknown, path: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, child]) => textsOf(child, `${path}.${key}`));
}

const sources = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['./{en,de}/**/*.ts', '!./*/catalogue.ts', '!./*/office.ts'],
  { eager: true },
);

/** Every text by file and key, without the names of the holes and the specified phrases. */
const texts = Object.entries(sources).flatMap(([file, exported]) =>
  Object.values(exported).flatMap((texts) => textsOf(texts, file.slice(2, -'.ts'.length))),
);
const plain = (text: string) =>
  SPECIFIED.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text).replaceAll(/\{\{\w+\}\}/g, '…');

describe('the words on screens', () => {
  it.each(['en', 'de'] as const)('are ours in %s', (language) => {
    const own = texts.filter(([key]) => key.startsWith(`${language}/`));
    expect(own.length).toBeGreaterThan(1000);
    const others = own.flatMap(([key, text]) =>
      WORDS[language]
        .filter(([notOurs]) => notOurs.test(plain(text)) && !(key in ALLOWED))
        .map(([notOurs, say]) => `${key}: "${text}" has ${notOurs}; say ${say}`),
    );
    expect(others).toEqual([]);
  });

  it('have no exception that is no longer needed', () => {
    const used = new Set(
      texts
        .filter(([key, text]) =>
          WORDS[key.startsWith('de/') ? 'de' : 'en'].some(([rx]) => rx.test(plain(text))),
        )
        .map(([key]) => key),
    );
    expect(Object.keys(ALLOWED).filter((key) => !used.has(key))).toEqual([]);
  });
});
