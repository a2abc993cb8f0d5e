import type { faq as english } from '../../en/visitors/faq.ts';

export const faq: typeof english = {
  title: 'Häufige Fragen',
  text: 'Was Rollcall tut und was nicht.',
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
  nothingTitle: 'Keine Fragen gefunden',
  nothingText: 'Versuchen Sie ein anderes Wort oder sehen Sie alle Kategorien durch.',
  showAll: 'Alle Fragen zeigen',
  contactTitle: 'Noch eine Frage?',
  contactText: 'Schreiben Sie uns, was Sie tun wollten.',
  contactInPerson: 'Fragen Sie Ihre Verwaltung oder das Büro.',
  contactAction: 'Support kontaktieren',
  items: {
    start: {
      q: 'Wie fange ich mit Rollcall an?',
      a: 'Installieren Sie Node 20 oder neuer. Führen Sie im Projektordner "npm ci" und dann "npm start" aus und öffnen Sie http://localhost:5000. Die Datenbank ist eingebaut und liegt im Ordner data. Mehr müssen Sie nicht installieren. Rollcall beginnt mit einer erfundenen Schule zum Umsehen.',
    },
    firstRun: {
      q: 'Wie richte ich es für meine Einrichtung ein?',
      a: 'Starten Sie es mit DEMO_MODE=false. Beim ersten Besuch öffnet sich die Einrichtung. Sie fragt nach dem Einmalcode aus der Serverkonsole, nach Name und Zeitzone Ihrer Einrichtung und nach einem Administratorpasswort. Demokonten gibt es dann nicht.',
    },
    registerPerson: {
      q: 'Wie füge ich eine Person hinzu?',
      a: 'Die Verwaltung öffnet „Person anlegen“, trägt Name, ID, Benutzername, Passwort und Art ein und macht fünf Fotos. Die Fotos können Sie überspringen. Die Liste zeigt dann, dass Gesichtsdaten fehlen, und Sie holen sie später nach.',
    },
    mark: {
      q: 'Wie erfasse ich meine Anwesenheit?',
      a: 'Melden Sie sich an, wählen Sie auf der Übersicht „Anwesenheit erfassen“ und schauen Sie in die Kamera. Ihr Gesicht wird nur mit Ihren eigenen Gesichtsdaten verglichen. Passt es, sehen Sie Ihren Namen, die Uhrzeit und ob Sie pünktlich sind.',
    },
    photos: {
      q: 'Werden Fotos von mir aufbewahrt?',
      a: 'Nein. Aus einem Foto wird eine kurze Zahlenreihe, Ihre Gesichtsdaten. Das Foto wird danach verworfen. Gesichtsdaten lassen sich nicht als Bild anzeigen. Sie sind mit einem Schlüssel verschlüsselt, der nur zu Ihnen gehört, und stehen in keinem Protokoll, keinem Export und keiner Antwort des Servers.',
    },
    leave: {
      q: 'Verlassen Daten unseren Server?',
      a: 'Nein. Die Erkennung läuft auf Ihrem Rechner, Schriften und Skripte kommen von Ihrem Server. Es gibt keine Cloud, kein Tracking und keine Werbung. Richten Sie E-Mail oder Single Sign-on ein, nutzt Rollcall die Server, die Sie wählen. Sicherungen und Exporte sind Dateien, die die Verwaltung bewusst herunterlädt.',
    },
    erase: {
      q: 'Was geschieht, wenn eine Person gelöscht wird?',
      a: 'Zugang und Gesichtsdaten werden sofort gelöscht. Vergangene Anwesenheit bleibt anonym erhalten, damit alte Summen stimmen, es sei denn, Sie löschen sie mit. Der Schlüssel der Person wird vernichtet. Damit sind ihre Gesichtsdaten auch in alten Sicherungen unlesbar.',
    },
    photoTrick: {
      q: 'Kann jemand statt des Gesichts ein Foto oder Telefon hinhalten?',
      a: 'Der Server prüft jedes Bild auf Anzeichen für ein Foto oder einen Bildschirm. Ist er unsicher, kann er eine kleine Bewegung verlangen, etwa eine Kopfdrehung. Keine Prüfung ist perfekt. Sie können einstellen, dass immer gefragt wird.',
    },
    unknown: {
      q: 'Was, wenn das System nicht sicher ist, wen es sieht?',
      a: 'Dann sagt es das und erfasst niemanden. Ein Treffer muss nah genug und deutlich näher als die nächste Person sein. Sie können vermerken, dass sich zwei Personen ähnlich sehen, etwa Zwillinge. Der Vergleich zwischen ihnen ist dann strenger.',
    },
    noFace: {
      q: 'Müssen alle ihr Gesicht benutzen?',
      a: 'Nein. Das Büro kann Personen auch ohne Gesichtsdaten von Hand erfassen. Vielerorts müssen Menschen ohne Nachteil ablehnen können. Prüfen Sie vorher, was das Gesetz verlangt.',
    },
    cameraHttps: {
      q: 'Warum geht die Kamera am Server, aber nicht auf anderen Geräten?',
      a: 'Browser erlauben die Kamera nur auf sicheren Seiten: https, oder localhost auf demselben Rechner. Stellen Sie Rollcall hinter einen Webserver mit Zertifikat. docs/OPERATIONS.md zeigt es mit Caddy und nginx. Ohne öffentlichen Namen starten Sie es mit HTTPS=local. Die Seite /setup/certificate hilft dann jedem Gerät.',
    },
    late: {
      q: 'Wann ist jemand verspätet?',
      a: 'Voreingestellt beginnt der Tag um 09:00, und Sie sind bis 09:15 pünktlich. Danach gelten Sie als verspätet, nach 09:30 als stark verspätet. Die Verwaltung kann die Zeiten ändern. Eine Änderung gilt ab diesem Tag und ändert nichts Vergangenes.',
    },
    rate: {
      q: 'Wie wird die Anwesenheitsquote berechnet?',
      a: 'Anwesende Tage geteilt durch Schultage. Wochenenden, Feiertage und entschuldigte Tage zählen nicht. Die Ziellinie in den Diagrammen liegt bei 75 %.',
    },
    password: {
      q: 'Ich habe mein Passwort vergessen. Was nun?',
      a: 'Zeigt die Anmeldeseite „Passwort vergessen?“, bekommen Sie einen Link per E-Mail. Sonst setzt die Verwaltung ein neues Passwort. Damit werden Sie überall abgemeldet und wählen bei der nächsten Anmeldung ein eigenes. Nach mehreren falschen Versuchen pausiert die Anmeldung eine Weile. Ein Browser, in dem Sie schon angemeldet waren, ist von den Versuchen anderer nicht betroffen.',
    },
    seeData: {
      q: 'Wer kann meine Anwesenheit sehen?',
      a: 'Sie selbst, die Verwaltung, das Büro und Ihre Lehrkräfte. Sonst kann niemand Ihr Profil öffnen, auch nicht durch Erraten der Adresse.',
    },
    trouble: {
      q: 'Mein Gesicht wird nicht erkannt. Was kann ich tun?',
      a: 'Wenden Sie sich einem Fenster oder einer Lampe zu, kommen Sie etwas näher, schauen Sie geradeaus und achten Sie darauf, allein im Bild zu sein. Hilft das nicht, lassen Sie Ihr Gesicht im Büro neu registrieren. Drei klare Fotos helfen am meisten. Bis dahin kann das Büro Sie erfassen.',
    },
  },
};
