import type { errors as english } from '../en/errors.ts';

export const errors: typeof english = {
  invalid_input: 'Einige Felder brauchen Aufmerksamkeit.',
  invalid_credentials: 'Ungültige Zugangsdaten. Bitte versuchen Sie es erneut.',
  invalid_admin_credentials: 'Ungültiges Administratorpasswort',
  username_needed: 'Bitte geben Sie Ihren Benutzernamen an: Es gibt mehrere Administratoren.',
  unauthenticated: 'Bitte melden Sie sich an.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  not_found: 'Nicht gefunden.',
  user_not_found: 'Person nicht gefunden.',
  notice_not_found: 'Mitteilung nicht gefunden.',
  class_not_found: 'Klasse nicht gefunden.',
  file_not_found: 'Diese Datei gibt es nicht oder sie ist abgelaufen.',
  user_id_taken: 'Diese ID ist bereits vergeben.',
  username_taken: 'Dieser Benutzername ist bereits vergeben.',
  class_taken: 'Eine Klasse mit diesem Programm, Semester, Zug und Fach gibt es bereits.',
  correction_not_found: 'Diesen Antrag gibt es nicht, oder er ist schon entschieden.',
  correction_pending: 'Für diesen Tag wartet bereits ein Antrag auf Antwort.',
  leave_not_found: 'Diese Beurlaubung gibt es nicht.',
  conflict: 'Das wurde von jemand anderem geändert. Bitte neu laden und erneut versuchen.',
  too_many_attempts: 'Zu viele Fehlversuche. Bitte warten Sie und versuchen Sie es erneut.',
  too_many_requests:
    'Zu viele Anfragen auf einmal. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  payload_too_large: 'Die Anfrage ist zu groß.',
  upload_stalled: 'Die Datei kommt nicht mehr an. Bitte versuchen Sie es erneut.',
  demo_only: 'Das gibt es nur im Demomodus.',
  already_set_up: 'Diese Einrichtung ist bereits eingerichtet.',
  setup_required: 'Diese Einrichtung ist noch nicht eingerichtet.',
  invalid_setup_code: 'Der Einrichtungscode stimmt nicht. Er steht in der Konsole des Servers.',
  scan_required: 'Für die Anwesenheit ist ein Gesichtsscan nötig.',
  scan_not_accepted: 'Dieser Gesichtsscan gilt nicht mehr. Bitte erneut scannen.',
  face_engine_unavailable: 'Gesichtserkennung ist auf diesem Server nicht verfügbar.',
  face_engine_starting: 'Die Gesichtserkennung startet gerade. Bitte versuchen Sie es gleich noch einmal.',
  face_key_missing:
    'Der Hauptschlüssel der Gesichter liegt nicht auf diesem Server. Gesichter lassen sich erst registrieren, wenn er mit „rollcall keys import“ zurückgeholt ist.',
  face_key_mismatch:
    'Der Hauptschlüssel dieses Servers ist nicht der der Datenbank. Gesichter lassen sich erst registrieren, wenn alle Server denselben haben.',
  invalid_image: 'Dieses Bild konnte nicht gelesen werden.',
  consent_missing:
    'Es liegt keine Einwilligung zur Gesichtserkennung vor. Bis dahin kann die Anwesenheit anders erfasst werden.',
  archive_refused: 'Dieses Archiv kann nicht wiederhergestellt werden.',
  restore_running: 'Eine Wiederherstellung läuft bereits. Bitte warten Sie, bis sie fertig ist.',
  backup_first:
    'Die Sicherung vor der Wiederherstellung ist fehlgeschlagen, deshalb wurde nichts wiederhergestellt. Ohne sie geht es nur auf der Befehlszeile.',
  maintenance:
    'Eine Sicherung wird wiederhergestellt. Bis dahin kann nichts geändert werden; bitte versuchen Sie es gleich erneut.',
  storage_full: 'Auf dem Datenträger ist nicht genug Platz.',
  files_elsewhere:
    'Dieser Server hat die Dateien der anderen Server nicht. Sein FILES_DIR muss der gemeinsame Ordner sein.',
  busy: 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  database_unavailable: 'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
};
