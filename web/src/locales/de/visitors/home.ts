import type { home as english } from '../../en/visitors/home.ts';

export const home: typeof english = {
  hero: {
    eyebrow: 'Für Schulen und Betriebe',
    title: 'Das Klassenbuch, das sich selbst führt.',
    text: 'Ein kurzer Blick in die Kamera, und Name und Uhrzeit stehen im Buch. Rollcall läuft auf Ihrem eigenen Rechner und behält kein Foto.',
    start: 'Loslegen',
    more: 'Mehr erfahren',
  },
  illustration: {
    label:
      'Ein Kamerabild: Ein Oval um ein Gesicht wird grün, und ein Name mit Uhrzeit erscheint im Klassenbuch.',
    look: 'In die Kamera schauen',
    hello: 'Guten Morgen, Maya',
    register: 'Klassenbuch',
    today: 'Heute',
    names: { first: 'Anna Kowalska', second: 'Jonas Meier', third: 'Maya Shrestha' },
  },
  features: {
    title: 'Gemacht für die Schlange an der Tür',
    accuracy: {
      title: 'Genauigkeit zum Nachprüfen',
      text: 'Drei Fotos ergeben eine sorgfältige Vorlage. Ein Gesicht, das nicht eindeutig Ihres ist, wird abgelehnt statt geraten; die Messungen liegen beim Quelltext.',
    },
    secure: {
      title: 'Sicher und privat',
      text: 'Vorlagen sind mit einem eigenen Schlüssel je Person verschlüsselt. Fotos werden nicht behalten, nichts verlässt Ihren Server, und wer gelöscht wird, dessen Schlüssel wird vernichtet.',
    },
    fast: {
      title: 'Blitzschnell',
      text: 'Die Erkennung läuft neben der Kamera auf gewöhnlichen Rechnern, ohne Cloud dazwischen. So bleibt die Schlange in Bewegung.',
    },
  },
  stats: {
    title: 'Gemessen, nicht versprochen',
    how: 'So haben wir gemessen',
    accuracy: {
      label: 'Genauigkeit, Paar für Paar, auf einem öffentlichen Testsatz',
      plain: 'Fremde werden abgewiesen',
      plainText: 'Ein Treffer muss nah sein und deutlich näher als jeder andere.',
    },
    speed: {
      label: 'vom Bild zur Antwort, in 95 von 100 Fällen',
      plain: 'Ein Blick genügt',
      plainText: 'Keine Karte, keine PIN, keine Berührung.',
    },
    people: {
      label: 'Personen im Lasttest',
      plain: 'Von einer Klasse bis zum Campus',
      plainText: 'Listen, Suche und Berichte blättern auf dem Server.',
    },
    records: {
      label: 'Einträge, und die Antwort kommt sofort',
      plain: 'Jeder Eintrag bleibt',
      plainText: 'Jede Anwesenheit ist auf der Platte, bevor sie bestätigt wird.',
    },
    seconds: '{{value}} s',
    under: 'unter {{value}} s',
  },
  steps: {
    title: 'So funktioniert es',
    text: 'Drei Schritte; der erste nur einmal.',
    one: {
      title: 'Gesicht registrieren',
      text: 'Das Büro macht drei Fotos. Daraus wird ein kurzer verschlüsselter Code; die Fotos werden verworfen.',
    },
    two: {
      title: 'In die Kamera schauen',
      text: 'Am Telefon, am Laptop oder am Tablet neben der Tür. Ein weiches Oval zeigt, wohin.',
    },
    three: {
      title: 'Anwesenheit ist erfasst',
      text: 'Mit Uhrzeit, pünktlich oder verspätet, sofort sichtbar für Sie und das Büro.',
    },
  },
  demo: {
    title: 'Jetzt ausprobieren',
    text: 'Das Northfield College ist erfunden, seine Zahlen sind es nicht: Jede wird aus Einträgen berechnet.',
    user: {
      title: 'Als Schülerin oder Schüler',
      text: 'Eigene Anwesenheit, Auswertung, Mitteilungen und Profil.',
      action: 'Benutzer-Demo öffnen',
    },
    admin: {
      title: 'Als Administrator',
      text: 'Personen, Klassen, Mitteilungen, Auswertung, Sicherung und Export.',
      action: 'Admin-Demo öffnen',
    },
    teacher: {
      title: 'Als Lehrkraft',
      text: 'Die Klassen von heute, wer fehlt, und die Liste von Hand oder per Foto.',
      action: 'Demo für Lehrkräfte öffnen',
    },
    office: {
      title: 'Als Büro',
      text: 'Personen registrieren, Tage berichtigen, Mitteilungen und Berichte zweier Sektionen.',
      action: 'Demo fürs Büro öffnen',
    },
    username: 'Benutzername',
    password: 'Passwort',
    copyValue: '{{label}} kopieren',
    notice: {
      title: 'Über diese Demo',
      text: 'Sie sehen die Oberfläche von Rollcall mit Demodaten. Das ganze Produkt samt Server ist quelloffen.',
      inBrowser:
        'Das ganze Produkt läuft in diesem Browser-Tab: Datenbank, Regeln und Gesichtserkennung. Nichts verlässt Ihr Gerät.',
      link: 'Quelltext',
    },
    self: 'Selbst anmelden',
    failed: 'Die Demo ließ sich nicht öffnen. Bitte melden Sie sich mit den Werten oben an.',
    closedTitle: 'Ihre Einrichtung ist bereit',
    closedText: 'Melden Sie sich mit dem Konto an, das Sie vom Büro bekommen haben.',
    signInUser: 'Anmelden',
    signInAdmin: 'Anmeldung für Administratoren',
  },
  cta: {
    title: 'Bereit, wenn es klingelt',
    text: 'Ein Befehl startet es auf Ihrem eigenen Rechner.',
    action: 'Jetzt starten – kostenlos',
  },
};
