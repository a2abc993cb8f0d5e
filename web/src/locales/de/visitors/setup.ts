import type { setup as english } from '../../en/visitors/setup.ts';

export const setup: typeof english = {
  welcome: 'Willkommen bei Rollcall',
  intro: 'Ein paar Fragen, etwa zwei Minuten. Alles lässt sich später ändern.',
  asked: 'Gefragt wird nach',
  asks: {
    kind: 'der Art der Einrichtung',
    name: 'ihrem Namen und ihrer Zeitzone',
    code: 'dem Code, den der Server in seiner Konsole zeigt',
    password: 'einem Passwort für Sie, die Verwaltung',
  },
  kind: 'Was ist Ihre Einrichtung?',
  kindHint: 'Danach richten sich die Wörter: Klasse und Jahrgang, Semester oder Abteilung.',
  kindMissing: 'Bitte wählen Sie eine Möglichkeit.',
  kinds: {
    school: { title: 'Schule', text: 'Klassen wie 4B, Jahrgänge 1 bis 13, Unterricht.' },
    university: { title: 'Hochschule', text: 'Studiengänge, Semester, Gruppen.' },
    workplace: { title: 'Betrieb', text: 'Abteilungen, Dienste, Mitarbeitende.' },
  },
  done: 'Ihre Einrichtung ist bereit.',
};
