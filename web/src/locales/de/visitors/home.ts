import type { home as english } from '../../en/visitors/home.ts';

export const home: typeof english = {
  hero: {
    eyebrow: 'Für Schulen und Betriebe',
    title: 'Die Anwesenheitsliste, die sich selbst führt.',
    text: 'Ein kurzer Blick in die Kamera, und Name und Uhrzeit stehen in der Anwesenheitsliste. Rollcall läuft auf Ihrem eigenen Rechner und behält kein Foto.',
    start: 'Loslegen',
    more: 'Mehr erfahren',
  },
  illustration: {
    label:
      'Ein Kamerabild: Das Oval um ein Gesicht wird grün, und ein Name mit Uhrzeit erscheint in der Anwesenheitsliste.',
    look: 'In die Kamera schauen',
    hello: 'Guten Morgen, Maya',
    register: 'Anwesenheit',
    today: 'Heute',
    names: { first: 'Anna Kowalska', second: 'Jonas Meier', third: 'Maya Shrestha' },
  },
  features: {
    title: 'Gemacht für volle Vormittage',
    accuracy: {
      title: 'Genauigkeit zum Nachprüfen',
      text: 'Aus fünf Fotos werden Ihre Gesichtsdaten. Ein Gesicht, das nicht eindeutig Ihres ist, wird abgelehnt statt geraten. Die Messungen liegen beim Quelltext.',
    },
    secure: {
      title: 'Sicher und privat',
      text: 'Die Gesichtsdaten jeder Person sind mit einem eigenen Schlüssel verschlüsselt. Fotos werden nicht aufbewahrt. Gesichtsdaten bleiben auf Ihrem Server, und beim Löschen einer Person wird ihr Schlüssel vernichtet.',
    },
    fast: {
      title: 'Blitzschnell',
      text: 'Die Erkennung läuft bei Ihnen auf gewöhnlichen Rechnern, nicht in einer Cloud. So bleibt die Schlange in Bewegung.',
    },
  },
  stats: {
    title: 'Gemessen, nicht versprochen',
    how: 'So haben wir gemessen',
    accuracy: {
      label: 'Genauigkeit bei Fotopaaren aus einem öffentlichen Testsatz',
      plain: 'Fremde werden abgewiesen',
      plainText: 'Ein Treffer muss nah sein und deutlich näher als jeder andere.',
    },
    speed: {
      label: 'vom Bild zur Antwort, in 95 von 100 Fällen',
      plain: 'Ein Blick genügt',
      plainText: 'Keine Karte, keine PIN. Ein Blick in die Kamera reicht.',
    },
    people: {
      label: 'Personen in der gemessenen Datenbank',
      plain: 'Von einer Klasse bis zum Campus',
      plainText: 'Lange Listen kommen seitenweise vom Server.',
    },
    records: {
      label: 'Anwesenheitseinträge in der gemessenen Datenbank',
      plain: 'Jeder Eintrag bleibt',
      plainText: 'Jede Ankunft ist gespeichert, bevor sie bestätigt wird.',
    },
    seconds: '{{value}} s',
    under: 'unter {{value}} s',
  },
  steps: {
    title: 'So funktioniert es',
    text: 'Drei Schritte. Den ersten machen Sie nur einmal.',
    one: {
      title: 'Gesicht registrieren',
      text: 'Das Büro macht fünf Fotos. Daraus wird ein kurzer, verschlüsselter Code. Die Fotos werden nicht aufbewahrt.',
    },
    two: {
      title: 'In die Kamera schauen',
      text: 'Am Telefon oder am Laptop. Ein Oval zeigt, wohin Sie schauen.',
    },
    three: {
      title: 'Anwesenheit ist erfasst',
      text: 'Mit Uhrzeit, pünktlich oder verspätet. Sie und das Büro sehen es sofort.',
    },
  },
  demo: {
    title: 'Jetzt ausprobieren',
    text: 'Das Northfield College ist erfunden. Seine Zahlen sind echte Summen über erfundene Einträge.',
    user: {
      title: 'Als Schülerin oder Schüler',
      text: 'Eigene Anwesenheit, Auswertung, Mitteilungen und Profil.',
      action: 'Benutzer-Demo öffnen',
    },
    admin: {
      title: 'Als Verwaltung',
      text: 'Personen, Unterricht, Mitteilungen, Auswertung, Sicherung und Export.',
      action: 'Admin-Demo öffnen',
    },
    teacher: {
      title: 'Als Lehrkraft',
      text: 'Der Unterricht von heute, wer fehlt, und Anwesenheit von Hand oder per Foto.',
      action: 'Demo für Lehrkräfte öffnen',
    },
    office: {
      title: 'Als Büro',
      text: 'Personen anlegen, Tage korrigieren, Mitteilungen schreiben und Berichte zweier Klassen drucken.',
      action: 'Demo fürs Büro öffnen',
    },
    kiosk: {
      title: 'An der Tür',
      text: 'Das Terminal am Eingang, in diesem Tab: in die Kamera schauen, oder Nummer und PIN eingeben.',
      number: 'Nummer',
      pin: 'PIN',
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
    failed: 'Die Demo ließ sich nicht öffnen. Melden Sie sich mit den Werten oben an.',
    closedTitle: 'Ihre Einrichtung ist bereit',
    closedText: 'Melden Sie sich mit dem Konto an, das Sie vom Büro bekommen haben.',
    signInUser: 'Anmelden',
    signInAdmin: 'Anmeldung für die Verwaltung',
  },
  cta: {
    title: 'Bereit, wenn es klingelt',
    text: 'Ein Befehl startet es auf Ihrem eigenen Rechner.',
    action: 'Jetzt starten – kostenlos',
  },
};
