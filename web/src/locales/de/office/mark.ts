import type { mark as english } from '../../en/office/mark.ts';

export const mark: typeof english = {
  title: 'Anwesenheit per Gesicht',
  intro:
    'Schauen Sie in die Kamera. Ihr Gesicht wird nur mit Ihrem eigenen registrierten Gesicht verglichen.',
  capture: 'Aufnehmen & erkennen',
  scanning: 'Gesicht wird erkannt …',
  pressAgain: 'Drücken Sie den Knopf, um es erneut zu versuchen.',
  before: {
    register_own: {
      title: 'Registrieren Sie zuerst Ihr Gesicht',
      text: 'Drei Fotos, etwa zehn Sekunden. Die Fotos werden nicht aufbewahrt. Ihre Gesichtsdaten bleiben auf dem Rechner, auf dem diese Demo läuft, und lassen sich jederzeit löschen.',
      inBrowser:
        'Drei Fotos, etwa zehn Sekunden. Die Fotos werden nicht aufbewahrt, und Ihre Gesichtsdaten bleiben in diesem Browser.',
      action: 'Mein Gesicht registrieren',
    },
    not_enrolled: {
      title: 'Ihr Gesicht ist noch nicht registriert',
      text: 'Lassen Sie es im Büro registrieren. Bis dahin können Sie dort eingetragen werden.',
    },
    consent_missing: {
      title: 'Ihre Einwilligung fehlt',
      text: 'Gesichter werden nur mit Einwilligung erkannt. Lesen Sie den Text und stimmen Sie zu, oder lassen Sie sich im Büro eintragen.',
      action: 'Lesen und zustimmen',
    },
    already_marked: {
      title: 'Sie sind bereits eingetragen',
      text: 'Für heute ist alles erledigt.',
      action: 'Noch einmal scannen',
    },
    day_off: {
      title: 'Heute ist frei',
      text: 'Sie können sich trotzdem eintragen. Das gilt als Besuch und zählt nicht für Ihre Quote.',
      action: 'Besuch eintragen',
    },
  },
  continue: 'Weiter',
  checkedIn: 'Eingetragen',
  already: 'Sie sind bereits eingetragen',
  corrected: 'Sie wurden gesehen. Die Administration hat diesen Tag korrigiert.',
  failedTitle: 'Nicht eingetragen',
  failedHelp:
    'Die Gesichtserkennung ist fehlgeschlagen. Bitte versuchen Sie es erneut oder wenden Sie sich an die Verwaltung.',
  failed: 'Die Gesichtserkennung ist fehlgeschlagen',
  failedRetry: 'Die Gesichtserkennung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  timedOut: 'Die Gesichtserkennung hat zu lange gedauert. Bitte versuchen Sie es erneut.',
  noPicture: 'Das Bild konnte nicht aufgenommen werden',
  unreachable:
    'Der Server antwortete nicht mehr, bevor er sagen konnte, ob Sie eingetragen sind. Bitte versuchen Sie es noch einmal: Sie werden nur einmal gezählt, auch wenn die erste Aufnahme angekommen ist.',
  refusal: {
    not_live: 'Das sieht nach einem Bild oder Bildschirm aus. Bitte stellen Sie sich selbst vor die Kamera.',
    not_you: 'Dieses Gesicht stimmt nicht mit Ihrem registrierten Gesicht überein.',
    ambiguous:
      'Ihr Gesicht ließ sich nicht sicher von einem ähnlichen unterscheiden. Bitte lassen Sie sich von der Verwaltung eintragen.',
    not_enrolled:
      'Für Sie ist noch kein Gesicht registriert. Bitte lassen Sie es von der Verwaltung registrieren.',
  },
  quality: {
    no_face: 'Kein Gesicht gefunden. Schauen Sie in die Kamera, sodass Ihr ganzes Gesicht im Bild ist.',
    several_faces: 'Mehr als ein Gesicht im Bild. Bitte stellen Sie sich allein vor die Kamera.',
    too_small: 'Ihr Gesicht ist zu weit weg. Kommen Sie näher an die Kamera.',
    too_dark: 'Es ist zu dunkel. Machen Sie Licht oder wenden Sie sich einem Fenster zu.',
    too_bright: 'Es ist zu hell. Wenden Sie sich vom starken Licht ab.',
    blurred: 'Das Bild ist unscharf. Halten Sie still, und wischen Sie notfalls die Linse ab.',
    turned_away: 'Ihr Kopf ist abgewandt. Schauen Sie gerade in die Kamera.',
    eyes_closed: 'Ihre Augen sind geschlossen. Öffnen Sie sie und schauen Sie in die Kamera.',
    covered: 'Etwas verdeckt Ihr Gesicht. Nehmen Sie Maske, dunkle Brille oder Schal ab.',
    cut_off: 'Ein Teil Ihres Gesichts ist außerhalb des Bildes. Rücken Sie in die Mitte.',
  },
  challenge: {
    no_frames:
      'Es wurde keine Bewegung aufgenommen. Bitte versuchen Sie es erneut und folgen Sie der Anweisung.',
    too_many_frames: 'Es wurden zu viele Bilder gesendet. Bitte versuchen Sie es erneut.',
    no_face: 'Ihr Gesicht hat das Bild verlassen. Bitte bleiben Sie vor der Kamera.',
    several_faces: 'Mehr als ein Gesicht im Bild. Bitte stellen Sie sich allein vor die Kamera.',
    different_people: 'Die Bilder zeigen nicht ein und dieselbe Person. Bitte versuchen Sie es erneut.',
    not_live: 'Das sieht nach einem Bild oder Bildschirm aus. Bitte stellen Sie sich selbst vor die Kamera.',
    not_frontal: 'Bitte schauen Sie zu Beginn gerade in die Kamera.',
    step_not_seen: 'Die Bewegung war nicht zu sehen. Bitte folgen Sie der Anweisung etwas deutlicher.',
  },
};
