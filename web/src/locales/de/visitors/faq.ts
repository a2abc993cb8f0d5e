import type { faq as english } from '../../en/visitors/faq.ts';

export const faq: typeof english = {
  title: 'Häufige Fragen',
  text: 'Kurze Antworten darauf, was Rollcall tut und was nicht.',
  search: 'Fragen durchsuchen',
  categoriesLabel: 'Kategorien',
  categories: {
    all: 'Alle',
    gettingStarted: 'Erste Schritte',
    security: 'Sicherheit',
    technical: 'Technik',
    account: 'Konto',
    troubleshooting: 'Probleme lösen',
  },
  found_one: '{{count}} Frage',
  found_other: '{{count}} Fragen',
  nothingTitle: 'Keine Frage passt',
  nothingText: 'Versuchen Sie ein anderes Wort oder sehen Sie alle Kategorien durch.',
  showAll: 'Alle Fragen zeigen',
  contactTitle: 'Noch eine Frage?',
  contactText: 'Schreiben Sie uns, was Sie vorhatten.',
  contactInPerson: 'Fragen Sie Ihre Verwaltung oder das Büro.',
  contactAction: 'Support kontaktieren',
  items: {
    start: {
      q: 'Wie fange ich mit Rollcall an?',
      a: 'Führen Sie auf einem Rechner mit Node 20 oder neuer im Projektordner "npm ci" und dann "npm start" aus und öffnen Sie http://localhost:5000. Die Datenbank ist eingebaut und liegt im Ordner data; sonst ist nichts zu installieren. Am Anfang steht eine erfundene Schule zum Umsehen.',
    },
    firstRun: {
      q: 'Wie richte ich es für meine Einrichtung ein?',
      a: 'Starten Sie es mit DEMO_MODE=false. Der erste Besuch zeigt eine Einrichtungsseite: Einmalcode aus der Serverkonsole, Name der Einrichtung, Zeitzone und Administratorpasswort. Ein Demokonto gibt es dann nicht.',
    },
    registerPerson: {
      q: 'Wie wird eine neue Person registriert?',
      a: 'Die Administration öffnet „Person registrieren“, trägt Name, ID, Benutzername, Passwort und Art ein und macht drei Fotos. Ohne den Kameraschritt gibt es die Person trotzdem; die Liste zeigt, dass Gesichtsdaten fehlen, und sie lassen sich nachholen.',
    },
    mark: {
      q: 'Wie erfasse ich meine Anwesenheit?',
      a: 'Melden Sie sich an, wählen Sie auf der Übersicht „Anwesenheit erfassen“ und schauen Sie in die Kamera. Verglichen wird nur mit Ihrem eigenen Gesicht; passt es, erscheinen Name, Uhrzeit und ob Sie pünktlich sind.',
    },
    photos: {
      q: 'Werden Fotos von mir aufbewahrt?',
      a: 'Nein. Aus einem Foto wird eine kurze Zahlenvorlage, dann wird es verworfen. Die Vorlage lässt sich nicht als Bild zeigen, ist mit einem Schlüssel nur für Sie verschlüsselt und steht in keinem Protokoll, Export oder einer Antwort des Servers.',
    },
    leave: {
      q: 'Verlassen Daten unseren Server?',
      a: 'Nein. Die Erkennung läuft auf Ihrem Rechner, Schriften und Skripte kommen von Ihrem Server, und es gibt weder Cloud noch Tracking noch Werbung. Sicherungen und Exporte sind Dateien, die die Administration bewusst herunterlädt.',
    },
    erase: {
      q: 'Was geschieht, wenn eine Person gelöscht wird?',
      a: 'Zugang und Gesichtsdaten sind sofort weg. Vergangene Anwesenheit bleibt unter einem Pseudonym, damit alte Summen stimmen, es sei denn, es wurde vollständige Löschung verlangt. Mit dem Schlüssel wird die Vorlage auch in alten Sicherungen unlesbar.',
    },
    photoTrick: {
      q: 'Kann jemand statt des Gesichts ein Foto oder Telefon hinhalten?',
      a: 'Der Server sucht in jedem Bild nach Anzeichen für ein Foto oder einen Bildschirm und kann eine kleine Bewegung verlangen, etwa eine Kopfdrehung. Keine Prüfung ist vollkommen; eine Einrichtung kann einstellen, dass immer gefragt wird.',
    },
    unknown: {
      q: 'Was, wenn das System nicht sicher ist, wen es sieht?',
      a: 'Dann sagt es das und trägt niemanden ein. Ein Treffer muss nah genug und deutlich näher als die nächste Person sein. Zwillinge lassen sich als solche vermerken; der Vergleich zwischen ihnen wird dann strenger.',
    },
    noFace: {
      q: 'Müssen alle ihr Gesicht benutzen?',
      a: 'Nein. Eine Person kann ohne Gesichtsdaten geführt und von Hand eingetragen werden. Vielerorts müssen Menschen ohne Nachteil ablehnen können; bitte prüfen Sie vorher, was das Recht von Ihnen verlangt.',
    },
    cameraHttps: {
      q: 'Warum geht die Kamera am Server selbst, aber nicht auf anderen Geräten?',
      a: 'Browser erlauben die Kamera nur auf sicheren Seiten: https, oder localhost auf demselben Rechner. Stellen Sie Rollcall hinter einen Webserver mit Zertifikat; docs/OPERATIONS.md zeigt es mit Caddy und nginx.',
    },
    late: {
      q: 'Wann ist jemand verspätet?',
      a: 'Voreingestellt beginnt der Tag um 09:00 Uhr mit 15 Minuten Karenz; danach gilt man als verspätet, nach 09:30 Uhr als stark verspätet. Die Administration kann die Zeiten ändern; eine Änderung gilt ab diesem Tag und schreibt nichts Vergangenes um.',
    },
    rate: {
      q: 'Wie wird die Anwesenheitsquote berechnet?',
      a: 'Tage mit Anwesenheit geteilt durch Tage, an denen sie erwartet wurde. Wochenenden, Feiertage und entschuldigte Tage zählen weder für noch gegen jemanden. Die Ziellinie in den Diagrammen liegt bei 75 Prozent.',
    },
    password: {
      q: 'Ich habe mein Passwort vergessen. Was nun?',
      a: 'Bietet die Anmeldeseite „Passwort vergessen“ an, so geht ein Link an Ihre E-Mail-Adresse. Sonst fragen Sie Ihre Administration; sie kann unter „Personen verwalten“ ein neues setzen. Alle offenen Sitzungen enden dann. Bei der nächsten Anmeldung wählen Sie ein eigenes. Nach mehreren falschen Versuchen pausiert die Anmeldung eine Weile; ein Browser, in dem Sie schon angemeldet waren, ist von den Versuchen anderer nicht betroffen.',
    },
    seeData: {
      q: 'Wer kann meine Anwesenheit sehen?',
      a: 'Sie selbst, Administration und Büro Ihrer Einrichtung und die Lehrkräfte Ihrer Klassen. Andere können Ihr Profil nicht öffnen, auch nicht durch Erraten der Adresse.',
    },
    trouble: {
      q: 'Mein Gesicht wird nicht erkannt. Was kann ich tun?',
      a: 'Wenden Sie sich einem Fenster oder einer Lampe zu, kommen Sie etwas näher, schauen Sie geradeaus und achten Sie darauf, allein im Bild zu sein. Hilft das nicht, lassen Sie Ihr Gesicht neu erfassen: Drei klare Fotos helfen am meisten. Bis dahin kann das Büro Sie von Hand eintragen.',
    },
  },
};
