import type { kioskHealth as english } from '../../en/doors/kiosk-health.ts';

/** How kiosks are: in the settings, and the bar about silent ones. */
export const kioskHealth: typeof english = {
  action: 'Zustand',
  of: 'Zustand von {{name}}',
  presence: {
    online: 'Verbunden',
    silent: 'Meldet sich nicht',
    never_seen: 'Noch nicht gesehen',
    attention: 'Braucht Aufmerksamkeit',
  },
  more_one: 'und {{count}} weiteres',
  more_other: 'und {{count}} weitere',
  todo: 'Was zu tun ist',
  well: 'Alles in Ordnung.',
  notYet: 'Dieses Terminal hat noch nichts gemeldet. Das tut es einige Sekunden, nachdem es gestartet wurde.',
  problems: {
    silent: {
      title: 'Meldet sich nicht',
      text: 'Prüfen Sie, ob das Tablet Strom hat, sein Bildschirm an und es im Netz ist.',
    },
    camera_denied: {
      title: 'Die Kamera ist nicht erlaubt',
      text: 'Erlauben Sie dieser Seite die Kamera in den Einstellungen des Browsers auf dem Tablet.',
    },
    camera_missing: {
      title: 'Keine Kamera',
      text: 'Stecken Sie die Kamera wieder ein, oder starten Sie das Tablet neu.',
    },
    camera_busy: {
      title: 'Eine andere App benutzt die Kamera',
      text: 'Schließen Sie andere Apps auf dem Tablet, oder starten Sie es neu.',
    },
    camera_failed: {
      title: 'Die Kamera startet nicht',
      text: 'Starten Sie das Tablet neu.',
    },
    backlit: {
      title: 'Gegenlicht zwischen {{times}}',
      text: 'Das Licht kommt von hinten. Drehen Sie das Tablet um 90 Grad, oder schließen Sie um diese Zeit die Jalousien.',
    },
    dark: {
      title: 'Vor dem Terminal ist es dunkel',
      text: 'Schalten Sie ein Licht vor den Personen ein.',
    },
    clock: {
      title: 'Die Uhr des Tablets geht falsch',
      text: 'Stellen Sie Datum und Uhrzeit des Tablets auf automatisch. Erfasst wird mit der Zeit des Servers, und die stimmt.',
    },
    old_version: {
      title: 'Eine ältere Version',
      text: 'Das Terminal nimmt die neue Version, wenn niemand davor steht. Wenn nicht innerhalb eines Tages, laden Sie seine Seite neu.',
    },
    undelivered: {
      title: 'Einträge, die nicht ankamen',
      text: 'Der Server hat abgelehnt, was das Terminal ohne Netz notiert hat. Fragen Sie, wer da war, und tragen Sie es von Hand ein. Nach drei Tagen löscht das Terminal die Einträge.',
    },
    many_wrong: {
      title: 'Viele falsche Nummern oder PINs',
      text: 'An diesem Terminal rät oder spielt vielleicht jemand. Sehen Sie nach, wer dort steht.',
    },
    storage_full: {
      title: 'Der Speicher ist fast voll',
      text: 'Entfernen Sie andere Apps oder Dateien vom Tablet.',
    },
    screen_may_sleep: {
      title: 'Der Bildschirm kann ausgehen',
      text: 'Stellen Sie die Zeit bis zum Abschalten des Bildschirms auf den höchsten Wert, und lassen Sie das Tablet am Strom.',
    },
  },
  between: '{{from}} und {{to}}',
  now: 'Letzte Meldung',
  facts: {
    seen: 'Zuletzt gesehen',
    version: 'Version',
    camera: 'Kamera',
    light: 'Licht',
    clock: 'Uhr',
    queue: 'Wartet auf das Senden',
    storage: 'Speicher',
    screen: 'Bildschirm',
  },
  never: 'Noch nicht',
  versionOld: '{{version}}, der Server hat {{server}}',
  camera: {
    none: 'Nicht benutzt',
    starting: 'Startet',
    ready: 'Läuft',
    paused: 'Pausiert: Die Seite ist im Hintergrund',
    denied: 'Nicht erlaubt',
    missing: 'Nicht gefunden',
    busy: 'Von einer anderen App benutzt',
    timed_out: 'Antwortet nicht',
    insecure: 'Braucht eine Adresse mit https',
    unavailable: 'Startet nicht',
  },
  cameraSince: '{{camera}} seit {{since}}',
  light: { dark: 'Dunkel', good: 'Gut', bright: 'Sehr hell', unknown: 'Nicht bekannt' },
  clock: {
    right: 'Richtig',
    ahead: 'geht {{time}} vor',
    behind: 'geht {{time}} nach',
  },
  storage: {
    of: '{{used}} von {{granted}}',
    unknown: 'Nicht bekannt',
    kept: 'bleibt erhalten',
    notKept: 'der Browser darf ihn löschen',
  },
  screen: { on: 'Bleibt an', mayOff: 'Kann ausgehen' },
  week: {
    title: 'Letzte 7 Tage',
    perMinute: 'Personen pro Minute',
    perMinuteHint: 'In den zehn Minuten mit den meisten: {{when}}.',
    median: 'vom ruhigen Gesicht bis zur Antwort',
    medianHint: 'Die Hälfte der Antworten war schneller.',
    p95: 'für 95 von 100 Antworten',
    p95Hint: 'Vom ruhigen Gesicht bis zur Antwort, ohne die langsamsten 5 von 100.',
    secondTries: 'zweite Versuche von 100',
    secondTriesHint: 'Blicke in die Kamera wenige Sekunden nach einer Ablehnung, von 100 Blicken.',
    restarts: 'Neustarts der Kamera',
    restartsHint: 'Wie oft das Terminal seine Kamera von selbst wieder geöffnet hat.',
    none: 'Es war noch niemand da.',
  },
  silences: {
    title: 'Nicht gemeldet, während die Türen in Gebrauch waren',
    since: 'Seit {{from}}',
    range: '{{from}} bis {{to}}',
  },
  bar: {
    silent_one: '{{names}} meldet sich seit {{since}} nicht. Bitte prüfen Sie Strom und Netz.',
    silent_other: '{{names}} melden sich nicht, als Erstes seit {{since}}. Bitte prüfen Sie Strom und Netz.',
    open: 'Terminals',
  },
};
