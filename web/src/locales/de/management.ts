import type { management as english } from '../en/management.ts';

export const management: typeof english = {
  counts: { users: 'Personen', rate: 'Quote heute', notices: 'Aktive Mitteilungen' },
  config: {
    title: 'Grundeinstellungen',
    hint: 'Womit eine neue Klasse beginnt.',
    program: 'Studiengang',
    programs: { bachelors: 'Bachelor', masters: 'Master', diploma: 'Diplom' },
    semester: 'Semester',
    section: 'Zug',
    subject: 'Fach',
    save: 'Einstellungen speichern',
    saved: 'Grundeinstellungen gespeichert!',
    failed: 'Fehler beim Speichern der Grundeinstellungen',
  },
  time: {
    title: 'Zeiten',
    hint: 'Eine Änderung gilt ab heute; vergangene Tage behalten ihre Regel.',
    start: 'Beginn',
    grace: 'Karenz (Minuten)',
    cutoff: 'Späteste Ankunft',
    autoAbsent: 'Automatisch als abwesend eintragen',
    never: 'Nie',
    minutes: 'nach {{count}} Minuten',
    save: 'Zeiten speichern',
    saved: 'Zeiten gespeichert!',
    failed: 'Fehler beim Speichern der Zeiten',
    graceRange: 'Die Karenz muss zwischen 0 und {{max}} Minuten liegen.',
  },
  users: 'Personen',
  register: 'Person registrieren',
};
