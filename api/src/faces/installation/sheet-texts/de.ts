import type { en } from './en.ts';

export const de: typeof en = {
  title: 'Gesichtserkennung: was gespeichert wird, wozu, und wie oft sie irrt',
  audience: 'Für Datenschutzbeauftragte, Betriebsrat oder Personalrat',
  yes: 'Ja',
  no: 'Nein',
  noLimit: 'Unbegrenzt',
  notMeasured: 'nicht gemessen',
  placeAndDate: 'Ort und Datum',
  signature: 'Unterschrift',
  about: {
    heading: 'Zu diesem Dokument',
    made: 'Rollcall hat dieses Dokument zum oben genannten Zeitpunkt aus den Einstellungen und Daten dieser Installation erstellt. Einstellungen können sich ändern. Erstellen Sie dann ein neues Dokument.',
    toFillIn:
      'Leere Zeilen füllt die Einrichtung aus. Dieses Dokument ist ein Entwurf. Es ist keine Rechtsberatung.',
    noNames: 'In diesem Dokument wird keine Person genannt.',
  },
  purpose: {
    heading: 'Zweck und Rechtsgrundlage',
    product:
      'Rollcall erfasst, wer anwesend ist. Wer sein Gesicht registriert hat, kann sich damit erfassen. Die Anwesenheit lässt sich auch ohne Gesicht erfassen (siehe „Alternativen ohne Gesicht“).',
    purpose: 'Zweck, in den Worten der Einrichtung:',
    basis: 'Rechtsgrundlage:',
    required: 'Ein Gesicht wird nur mit Einwilligung verwendet',
    version: 'Geltende Version des Einwilligungstexts',
    isRequired:
      'Ohne Einwilligung in diese Version des Texts wird kein Gesicht registriert oder erkannt. Ändert sich der Text, wird ein Gesicht erst wieder verwendet, wenn die Person dem neuen Text zugestimmt hat.',
    isNotRequired:
      'Die Einstellungen verlangen keine Einwilligung. Gesichter können ohne eine erfasste Einwilligung registriert und erkannt werden.',
  },
  stored: {
    heading: 'Was gespeichert wird, und wozu',
    what: 'Was',
    why: 'Wozu',
    until: 'Bis',
    rows: {
      faces: {
        what: 'Gesichtsdaten: aus Fotos berechnete Zahlen, verschlüsselt (AES-256-GCM) mit einem Schlüssel je Person',
        why: 'Um die Person zu erkennen',
      },
      key: {
        what: 'Der Schlüssel jeder Person, verschlüsselt mit dem Hauptschlüssel',
        why: 'Um die Gesichtsdaten zu öffnen',
      },
      checkIns: {
        what: 'Erfassungen: Zeit, Art der Erfassung, Ähnlichkeitswert und woher das Bild kam',
        why: 'Der Nachweis der Anwesenheit',
      },
      days: {
        what: 'Anwesenheitstage, Kurslisten, Korrekturen und Abwesenheiten',
        why: 'Der Status jedes Tages',
      },
      scans: {
        what: 'Schritte einer Erfassung. Messwerte ihres ersten Bildes, verschlüsselt mit dem Schlüssel der Person, nur bis die Erfassung endet',
        why: 'Um Bewegungen nacheinander zu verlangen',
        until: 'Ein Tag',
      },
      sightings: {
        what: 'Wer auf einem Kursfoto erkannt wurde, mit dem Ähnlichkeitswert',
        why: 'Um die Kursliste auszufüllen',
        until: 'Spätestens eine Stunde nach Beginn des nächsten Tages',
      },
      digests: {
        what: 'Prüfsummen angenommener Bilddateien',
        why: 'Damit keine Datei zweimal angenommen wird',
        until: 'Ein Jahr',
      },
      imprints: {
        what: 'Abdrücke angenommener Bilder: je 256 Bit, heller oder dunkler von einem Teil des Gesichts zum nächsten',
        why: 'Damit eine Aufnahme nicht noch einmal angenommen wird',
        until: 'Sechs Wochen, oder bis die Gesichtsdaten gelöscht werden',
      },
      consents: {
        what: 'Einwilligungen: wer welcher Version wie und wann zugestimmt hat, und Widerrufe',
        why: 'Nachweis',
        until: 'Die Person wird gelöscht',
      },
      audit: {
        what: 'Protokoll: wer was wann getan hat, von welcher Netzadresse. Abgelehnte Erfassungen mit dem Grund',
        why: 'Nachvollziehbarkeit',
      },
    },
    faceUntil: 'Entfernt, Einwilligung widerrufen oder Person gelöscht',
    faceUntilUnused: (days) =>
      `Entfernt, Einwilligung widerrufen, Person gelöscht oder nicht benutzt (Tage: ${days})`,
    asRetention: 'Siehe „Wie lange Daten aufbewahrt werden“',
    others:
      'Das Produkt speichert außerdem, was jedes System zur Anwesenheit braucht, etwa Namen, IDs und Anmeldungen. Das steht in der Datenkopie jeder Person.',
    notHeading: 'Was nicht gespeichert wird',
    not: [
      'Fotos. Ein Foto wird im Arbeitsspeicher ausgewertet und verworfen. Die einzige Ausnahme ist eine Datei mit Fotos, die die Administration hochlädt, um viele Personen zu registrieren. Sie wird nach etwa einem Tag gelöscht.',
      'Merkmale. Alter, Geschlecht, Herkunft und Gefühle werden nicht ermittelt.',
      'Die Erkennung lernt nicht aus den Fotos der Erfassungen.',
      'Kein Foto und keine Gesichtsdaten gehen an Dritte. Die Modelle zur Erkennung sind Dateien auf dem Server.',
      'Sicherungen enthalten Gesichtsdaten nur verschlüsselt und ohne die Schlüssel der Personen.',
    ],
  },
  access: {
    heading: 'Wer es sehen kann',
    who: 'Wer',
    what: 'Was',
    rows: [
      [
        'Inhaber und Administration',
        'Alle Personen und ihre Anwesenheit, Einstellungen, Berichte, Protokoll, Sicherungen',
      ],
      [
        'Büro',
        'Personen und Anwesenheit seiner Bereiche, oder aller, wenn es nicht beschränkt ist. Es kann Gesichter registrieren und Einwilligungen erfassen.',
      ],
      ['Lehrkräfte', 'Personen und Anwesenheit ihrer Kurse'],
      ['Alle', 'Die eigene Anwesenheit, die eigene Einwilligung und die eigenen Daten'],
    ],
    numbers:
      'Die Zahlen eines Gesichts sieht niemand. Keine Seite, kein Bericht und keine Datenkopie enthält sie.',
    machine:
      'Wer den Datenordner des Servers lesen kann, kann alles lesen. Die Einrichtung muss den Server schützen.',
  },
  alternatives: {
    heading: 'Alternativen ohne Gesicht',
    points: [
      'Niemand braucht Gesichtsdaten, um in der Anwesenheitsliste zu stehen.',
      'Lehrkräfte, Büro und Administration können Personen von Hand eintragen: anwesend, verspätet, abwesend oder entschuldigt.',
      'Kurslisten lassen sich von Hand ausfüllen.',
    ],
    howHere: 'Wie die Einrichtung sicherstellt, dass ohne Gesicht niemand benachteiligt wird:',
  },
  settings: {
    heading: 'Geltende Einstellungen',
    model: 'Erkennungsmodell',
    people: 'Personen mit Gesichtsdaten',
    liveness: 'Lebenderkennung',
    policies: {
      off: 'Aus. Ein vor die Kamera gehaltenes Foto kann durchgehen.',
      'step-up': 'Automatisch. Bewegungen werden verlangt, aber nur, wenn das Bild nicht eindeutig ist.',
      always: 'Immer. Von allen werden jedes Mal Bewegungen verlangt.',
    },
    ages: 'Wessen Gesichter verglichen werden',
    bands: {
      adults: 'Überwiegend Erwachsene',
      from_12: 'Überwiegend 12 bis 15 Jahre',
      under_12: 'Überwiegend unter 12 Jahren',
    },
    networks: 'Netze, die als der Ort gelten',
    classes: 'Kurse, die mehr als das verlangen',
    demandsIntro: 'Was eine Erfassung vom eigenen Gerät außer dem Gesicht zeigen muss:',
    kind: 'Art der Person',
    demand: 'Außer dem Gesicht nötig',
    demands: {
      kiosk: 'Eigene Geräte werden abgelehnt. Nur eine Kamera der Einrichtung zählt.',
      network_and_code: 'Das Netz der Einrichtung und der Code, der im Raum angezeigt wird',
      network: 'Das Netz der Einrichtung',
      code: 'Der Code, der im Raum angezeigt wird und alle 30 Sekunden wechselt',
      network_or_code: 'Das Netz der Einrichtung oder der Code, der im Raum angezeigt wird',
      device: 'Nichts. Jedes Gerät zählt, überall.',
    },
  },
  retention: {
    heading: 'Wie lange Daten aufbewahrt werden',
    faces: 'Ungenutzte Gesichtsdaten werden gelöscht nach (Tagen)',
    attendance: 'Anwesenheit wird gelöscht nach (Jahren)',
    audit: 'Das Protokoll wird gelöscht nach (Jahren)',
    text: 'Die Regeln laufen einmal an jedem Tag, an dem der Server läuft. Gelöschte Anwesenheit und Protokolleinträge bleiben noch 30 Tage in einer verschlüsselten Datei, aus der die Administration sie zurückholen kann. Gelöschte Gesichtsdaten lassen sich nicht zurückholen.',
  },
  published: {
    heading: 'Wie oft sie irrt: veröffentlichte Zahlen',
    method:
      'Fotos aus öffentlichen Sammlungen: UTKFace, FG-NET, CelebA und Labeled Faces in the Wild. Jedes Foto wurde für jede andere registrierte Person gleichen Geschlechts und etwa gleichen Alters ausgegeben. Das ist der schwerste Fall. Jede Zeile wurde mit der Einstellung für ihr Alter gemessen. In Klammern: das 95-%-Intervall.',
    measured: (day, model) => `Gemessen am ${day} mit dem Modell ${model}.`,
    otherModel: (model) =>
      `Diese Installation verwendet ein anderes Modell (${model}). Für dieses gelten die Zahlen nicht.`,
    group: 'Gruppe',
    people: 'Personen',
    falseMatches: 'Als jemand anderes angenommen, je 100.000 Vergleiche',
    misses: 'Richtige Person beim ersten Versuch abgelehnt, in Prozent',
    groups: {
      from5: '5 bis 7 Jahre',
      from8: '8 bis 11 Jahre',
      from12: '12 bis 14 Jahre',
      from15: '15 bis 17 Jahre',
      women: 'Frauen',
      men: 'Männer',
      white_women: 'Weiße Frauen',
      white_men: 'Weiße Männer',
      black_women: 'Schwarze Frauen',
      black_men: 'Schwarze Männer',
      asian_women: 'Asiatische Frauen',
      asian_men: 'Asiatische Männer',
      indian_women: 'Indische Frauen',
      indian_men: 'Indische Männer',
    },
    limits:
      'Was das nicht zeigt: Kamera und Licht dieser Einrichtung, Kopftücher und Schuluniformen, Zwillinge und Gruppen, die es in diesen Sammlungen nicht gibt. Kinder wurden mit je einem alten Familienfoto gemessen, registriert und verglichen innerhalb eines Jahres. Die Angaben der Sammlungen dienten nur der Messung.',
  },
  here: {
    heading: 'Wie oft sie irrt: diese Installation',
    window:
      'Erfassungen, Ablehnungen und Korrekturen der letzten 90 Tage. Für falsche Namen wurden die Gesichtsdaten registrierter Personen mit denen aller anderen verglichen, als wäre jede von ihnen fremd.',
    surveyed: 'Personen, deren Gesichtsdaten verglichen wurden',
    wrongNames: 'Fremde, die einen falschen Namen bekämen, je 1.000',
    falseClaims: 'Paare, in denen eine Person als die andere durchginge, je 100.000',
    accepted: 'Erfassungen mit dem Gesicht',
    refused: 'Abgelehnte Versuche',
    refusedShare: 'Anteil abgelehnter Versuche, in Prozent',
    refusedText:
      'Abgelehnte Versuche umfassen richtige und falsche Personen, Bilder, die nicht echt wirkten, und nicht gemachte Bewegungen.',
    corrected: 'Mit dem Gesicht erfasste Tage, die später auf abwesend oder entschuldigt korrigiert wurden',
    interval: (value, low, high) => `${value} (95-%-Intervall: ${low} bis ${high})`,
    noData: 'noch nicht genug Daten',
    missing: (people) =>
      `Noch nicht genug Daten, um zu sagen, ob weniger als 1 von 1.000 Fremden einen falschen Namen bekommt. So viele Personen fehlen noch: ${people}.`,
    fixed:
      'Weniger als etwa 100 Personen haben Gesichtsdaten. Bis dahin gilt eine feste Schwelle, und die veröffentlichten Zahlen gelten nicht.',
    trials: 'Versuche, die Kamera zu täuschen, am Ort selbst:',
    noTrials: 'Es ist kein Versuch am Ort selbst erfasst, die Kamera zu täuschen.',
    attack: 'Versuch',
    tries: 'Anzahl',
    passed: 'Angenommen',
    day: 'Erfasst am',
    attacks: {
      printed_photo: 'Gedrucktes Foto',
      phone_photo: 'Foto auf einem Handy',
      phone_film: 'Film auf einem Handy',
      somebody_else: 'Andere Person',
    },
  },
  limits: {
    heading: 'Wovor sie nicht schützt',
    points: [
      'Die Lebenderkennung hält eingeschleuste Bilder nicht auf: Ein Programm kann einem Browser jedes Bild so übergeben, als käme es von der Kamera.',
      'Keine Lebenderkennung ist vollkommen. Ein guter Bildschirm in gutem Licht kann durchgehen. Bei Kursfotos gibt es keine Lebenderkennung.',
      'Eine Erfassung allein mit dem Gesicht belegt den Ort nicht. Ein Netz oder ein Code belegt ihn, mit Grenzen: Jemand im Raum kann den Code weitergeben, und ein Gerät dort kann eine Brücke in das Netz sein.',
      'Für Kinder unter fünf Jahren ist sie nicht geeignet. Sie sehen sich zu ähnlich.',
      'Zwillinge wurden nicht gemessen. Zwei Personen lassen sich als Doppelgänger eintragen und werden dann strenger verglichen.',
      'Es ist nicht dokumentiert, mit welchen Gesichtern das mitgelieferte Erkennungsmodell trainiert wurde.',
    ],
  },
  rights: {
    heading: 'Rechte der Personen',
    right: 'Recht',
    how: 'Wie das Produkt es erfüllt',
    rows: [
      [
        'Kopie der eigenen Daten',
        'Auf dem eigenen Profil: „Meine Daten herunterladen“. Die Administration kann dieselbe Datei erstellen. Sie nennt die vorhandenen Gesichtsdaten, ohne die Zahlen.',
      ],
      [
        'Berichtigung',
        'Jede Person kann um die Korrektur eines Tages bitten. Büro oder Administration entscheiden. Über eigene Tage entscheidet niemand selbst, außer Inhabern.',
      ],
      [
        'Widerruf der Einwilligung',
        'Auf dem eigenen Profil, oder durch Büro oder Administration. Gesichtsdaten und Schlüssel werden sofort vernichtet. Die Gesichtsdaten in älteren Sicherungen lassen sich dann nicht mehr öffnen, außer ein früherer Schlüsselexport ist noch vorhanden.',
      ],
      [
        'Löschung',
        'Die Administration löscht die Person. Vergangene Tage bleiben unter einem Pseudonym oder werden ebenfalls gelöscht. Das Protokoll behält den Nachweis: die ID, und dass der Schlüssel vernichtet wurde.',
      ],
    ],
  },
  assessment: {
    heading: 'Folgenabschätzung (Entwurf)',
    description: 'Beschreibung der Verarbeitung',
    facts: (people, checkIns) =>
      `Personen mit Gesichtsdaten: ${people}. Erfassungen mit dem Gesicht in den letzten 90 Tagen: ${checkIns}. Was gespeichert wird, wer es sehen kann und wie lange, steht in den Abschnitten oben.`,
    descriptionMore: 'Wer betroffen ist, wo die Kameras sind, wer den Server betreibt:',
    necessity: 'Notwendigkeit und Verhältnismäßigkeit',
    necessityPoints: [
      'Wer sich allein erfasst, wird mit den eigenen Gesichtsdaten verglichen (1:1). Die ähnlichsten anderen Personen zeigen nur, wie nahe Fremde dem Bild kommen. Davon wird nichts behalten.',
      'Wird ein Gesicht registriert, wird es mit allen anderen verglichen, damit kein Gesicht unter zwei IDs registriert ist.',
      'Ein Kursfoto kann nur Personen auf der Liste dieses Kurses nennen.',
      'Die Anwesenheit lässt sich ohne Gesicht erfassen.',
    ],
    whyNotLess: 'Warum ein milderes Mittel, etwa eine Karte oder eine Liste, nicht ausreicht:',
    views: 'Standpunkt der betroffenen Personen oder ihrer Vertretung:',
    risks: 'Risiken und Maßnahmen',
    risk: 'Risiko',
    measures: 'Maßnahmen des Produkts',
    remaining: 'Restrisiko (auszufüllen)',
    riskRows: [
      [
        'Datenbank oder Sicherung wird gestohlen',
        'Gesichtsdaten sind mit einem Schlüssel je Person verschlüsselt. Der Hauptschlüssel liegt nicht in der Datenbank. Sicherungen enthalten keine Schlüssel von Personen.',
      ],
      [
        'Eine Person wird für eine andere gehalten',
        'Zweifelhafte Ergebnisse werden abgelehnt. Tage lassen sich korrigieren. Die Zahlen oben sagen, wie oft es vorkommt.',
      ],
      ['Die richtige Person wird abgelehnt', 'Sie versucht es noch einmal oder wird von Hand eingetragen.'],
      [
        'Bei manchen Gruppen irrt sie öfter',
        'Fehlerraten sind nach Gruppen gemessen und veröffentlicht. Verglichen wird nach der Wahl des Alters. Alle können von Hand eingetragen werden.',
      ],
      [
        'Jemand erfasst sich von anderswo',
        'Was außer dem Gesicht nötig ist, steht unter „Geltende Einstellungen“.',
      ],
      [
        'Daten werden für einen anderen Zweck verwendet',
        'Rollen begrenzen, wer was sehen kann. Das Protokoll sagt, wer was getan hat.',
      ],
      [
        'Personen fühlen sich zur Einwilligung gezwungen',
        'Die Anwesenheit lässt sich von Hand erfassen. Die Einwilligung lässt sich jederzeit widerrufen.',
      ],
    ],
    deception: 'Jemand benutzt ein Foto oder eine Aufnahme',
    deceptionMeasures: (liveness) =>
      `Lebenderkennung: ${liveness} Dasselbe Bild wird sechs Wochen lang nicht noch einmal angenommen.`,
    keeping: 'Daten werden zu lange aufbewahrt',
    keepingMeasures: (faces, attendance, audit) =>
      `Geltende Fristen. Ungenutzte Gesichtsdaten (Tage): ${faces}. Anwesenheit (Jahre): ${attendance}. Protokoll (Jahre): ${audit}.`,
    opinion: 'Stellungnahme der Datenschutzbeauftragten',
    opinionLines: 'Stellungnahme und Auflagen:',
    decision: 'Entscheidung und Unterschriften',
    decisionLines: 'Entscheidung, und wann sie überprüft wird:',
    signers: [
      'Für die Einrichtung',
      'Datenschutzbeauftragte',
      'Betriebsrat, Personalrat oder andere Vertretung',
    ],
  },
};
