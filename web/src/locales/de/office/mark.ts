import type { mark as english } from '../../en/office/mark.ts';

export const mark: typeof english = {
  title: 'Anwesenheit per Gesichtserkennung',
  intro: 'Schauen Sie in die Kamera. Ihr Gesicht wird nur mit Ihren eigenen Gesichtsdaten verglichen.',
  capture: 'Aufnehmen & erkennen',
  scanning: 'Gesicht wird erkannt …',
  pressAgain: 'Drücken Sie den Knopf, um es erneut zu versuchen.',
  place: {
    title: 'Code eingeben',
    text: 'Der Code wird im Raum angezeigt und wechselt alle 30 Sekunden.',
    orNetwork:
      'Der Code wird im Raum angezeigt und wechselt alle 30 Sekunden. Im Netz der Einrichtung (WLAN) brauchen Sie keinen.',
    digit: 'Ziffer {{number}}',
  },
  before: {
    register_own: {
      title: 'Registrieren Sie zuerst Ihr Gesicht',
      text: 'Das sind fünf Fotos und etwa zehn Sekunden. Die Fotos werden nicht aufbewahrt. Ihre Gesichtsdaten bleiben auf dem Rechner, auf dem diese Demo läuft. Sie können sie jederzeit löschen.',
      inBrowser:
        'Das sind fünf Fotos und etwa zehn Sekunden. Die Fotos werden nicht aufbewahrt, und Ihre Gesichtsdaten bleiben in diesem Browser.',
      action: 'Mein Gesicht registrieren',
    },
    not_enrolled: {
      title: 'Ihr Gesicht ist noch nicht registriert',
      text: 'Lassen Sie es im Büro registrieren. Bis dahin kann das Büro Sie erfassen.',
    },
    consent_missing: {
      title: 'Ihre Einwilligung fehlt',
      text: 'Die Gesichtserkennung braucht Ihre Einwilligung. Lesen Sie den Text und stimmen Sie zu, oder lassen Sie sich im Büro erfassen.',
      action: 'Lesen und zustimmen',
    },
    use_kiosk: {
      title: 'Bitte benutzen Sie das Terminal',
      text: 'Erfassen Sie sich am Terminal beim Eingang. Ihr eigenes Gerät genügt hier nicht.',
    },
    join_network: {
      title: 'Verbinden Sie sich zuerst mit dem Netz',
      text: 'Erfassen können Sie sich nur im Netz der Einrichtung (WLAN). Verbinden Sie sich damit und versuchen Sie es erneut.',
    },
    already_marked: {
      title: 'Sie sind heute schon erfasst',
      text: 'Für heute ist alles erledigt.',
      action: 'Noch einmal scannen',
    },
    day_off: {
      title: 'Heute ist frei',
      text: 'Sie können trotzdem Ihre Anwesenheit erfassen. Das gilt als Besuch und zählt nicht für Ihre Quote.',
      action: 'Besuch erfassen',
    },
  },
  continue: 'Weiter',
  checkedIn: 'Erfasst',
  already: 'Sie sind heute schon erfasst',
  toast: {
    marked: 'Eingecheckt um {{time}} ({{status}}).',
    already: 'Sie sind heute schon eingecheckt, um {{time}} ({{status}}).',
  },
  corrected: 'Sie wurden gesehen. Die Verwaltung hat diesen Tag schon korrigiert.',
  failedTitle: 'Nicht erfasst',
  failedHelp:
    'Die Gesichtserkennung ist fehlgeschlagen. Bitte versuchen Sie es erneut oder wenden Sie sich an die Verwaltung.',
  failed: 'Die Gesichtserkennung ist fehlgeschlagen',
  failedRetry: 'Die Gesichtserkennung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  timedOut: 'Die Gesichtserkennung hat zu lange gedauert. Bitte versuchen Sie es erneut.',
  noPicture: 'Das Bild konnte nicht aufgenommen werden',
  unreachable:
    'Die Verbindung ist abgebrochen. Wir wissen nicht, ob Sie erfasst sind. Bitte scannen Sie noch einmal. Sie werden nur einmal gezählt.',
  maybePicture:
    'Dieses Gesicht stimmt nicht mit Ihrem registrierten Gesicht überein. Vielleicht liegt es am Bild: {{advice}}',
  renewal: {
    drifting: 'Ihr Gesicht passt immer schlechter zu Ihren Fotos. Bitte lassen Sie im Büro neue aufnehmen.',
    weak: 'Ihre Fotos sind schwach. Bitte lassen Sie im Büro bessere aufnehmen.',
    old: 'Ihre Fotos sind alt. Bitte lassen Sie im Büro neue aufnehmen.',
  },
  refusal: {
    not_live: 'Das sieht nach einem Bild oder Bildschirm aus. Bitte stellen Sie sich selbst vor die Kamera.',
    not_you: 'Dieses Gesicht stimmt nicht mit Ihrem registrierten Gesicht überein.',
    ambiguous: 'Ihr Gesicht ähnelt einem anderen zu sehr. Bitte lassen Sie sich im Büro erfassen.',
    not_enrolled: 'Ihr Gesicht ist noch nicht registriert. Bitte lassen Sie es im Büro registrieren.',
  },
  quality: {
    no_face: 'Kein Gesicht gefunden. Schauen Sie in die Kamera, mit dem ganzen Gesicht im Bild.',
    several_faces: 'Mehr als ein Gesicht im Bild. Bitte stellen Sie sich allein vor die Kamera.',
    too_small: 'Ihr Gesicht ist zu weit weg. Kommen Sie näher an die Kamera.',
    too_dark: 'Es ist zu dunkel. Machen Sie Licht oder wenden Sie sich einem Fenster zu.',
    too_bright: 'Es ist zu hell. Wenden Sie sich vom Licht ab.',
    blurred: 'Das Bild ist unscharf. Halten Sie still. Hilft das nicht, wischen Sie die Linse ab.',
    turned_away: 'Ihr Kopf ist abgewandt. Schauen Sie gerade in die Kamera.',
    eyes_closed: 'Ihre Augen sind geschlossen. Öffnen Sie sie und schauen Sie in die Kamera.',
    backlit: 'Das Licht kommt von hinten. Drehen Sie sich so, dass es auf Ihr Gesicht fällt.',
    tilted: 'Das Bild liegt auf der Seite oder steht kopf. Halten Sie Kamera und Kopf gerade.',
    unclear:
      'Das Bild ist zu schlecht, um jemanden zu erkennen. Sorgen Sie für besseres Licht, halten Sie still und wischen Sie die Linse ab.',
    covered: 'Etwas verdeckt Ihr Gesicht. Nehmen Sie Maske, Sonnenbrille oder Schal ab.',
    cut_off: 'Ein Teil Ihres Gesichts ist außerhalb des Bildes. Rücken Sie in die Mitte.',
  },
  challenge: {
    no_frames:
      'Es wurde keine Bewegung aufgenommen. Bitte versuchen Sie es erneut und folgen Sie den Schritten.',
    too_many_frames: 'Es wurden zu viele Bilder gesendet. Bitte versuchen Sie es erneut.',
    no_face: 'Ihr Gesicht hat das Bild verlassen. Bitte bleiben Sie vor der Kamera.',
    several_faces: 'Mehr als ein Gesicht im Bild. Bitte stellen Sie sich allein vor die Kamera.',
    different_people: 'Die Bilder zeigen verschiedene Personen. Bitte versuchen Sie es erneut.',
    not_live: 'Das sieht nach einem Bild oder Bildschirm aus. Bitte stellen Sie sich selbst vor die Kamera.',
    not_frontal: 'Schauen Sie zu Beginn gerade in die Kamera.',
    step_not_seen: 'Die Bewegung war nicht zu sehen. Bitte bewegen Sie sich etwas deutlicher.',
    other_movement: 'Sie haben sich anders bewegt als verlangt. Bitte machen Sie nur die gezeigte Bewegung.',
    mirrored:
      'Dieses Bild passt nicht zum ersten. Bitte bleiben Sie an einem Ort und versuchen Sie es noch einmal.',
    seen_before: 'Dieses Bild wurde schon einmal verwendet. Bitte schauen Sie noch einmal in die Kamera.',
  },
};
