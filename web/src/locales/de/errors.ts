import type { errors as english } from '../en/errors.ts';

export const errors: typeof english = {
  invalid_input: 'Einige Felder brauchen Aufmerksamkeit.',
  invalid_credentials: 'Ungültige Zugangsdaten. Bitte versuchen Sie es erneut.',
  invalid_admin_credentials: 'Ungültiges Administratorpasswort',
  username_needed: 'Bitte geben Sie Ihren Benutzernamen an: Es gibt mehrere Administratoren.',
  unauthenticated: 'Bitte melden Sie sich an.',
  wrong_password: 'Das aktuelle Passwort stimmt nicht.',
  weak_password: 'Dieses Passwort ist leicht zu erraten. Nehmen Sie ein oder zwei ungewöhnliche Wörter dazu.',
  password_change_needed: 'Bitte wählen Sie zuerst ein neues Passwort.',
  second_factor_needed: 'Bitte weisen Sie sich zusätzlich mit Ihrem zweiten Faktor aus.',
  second_factor_refused: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
  sign_in_expired: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  passkey_refused: 'Dieser Passkey wurde nicht angenommen.',
  passkeys_unavailable: 'Passkeys brauchen einen Server mit einem Namen und HTTPS.',
  second_factor_obligatory:
    'Ihre Rolle braucht einen zweiten Faktor. Richten Sie einen anderen ein, bevor Sie diesen entfernen.',
  second_factor_setup_needed: 'Ihre Rolle braucht einen zweiten Faktor. Bitte richten Sie zuerst einen ein.',
  confirmation_needed: 'Bitte weisen Sie sich vorher noch einmal aus.',
  confirmation_refused: 'Das stimmt nicht. Bitte versuchen Sie es erneut.',
  approval_needed:
    'Ein anderer Administrator muss dem zustimmen. Wiederholen Sie es, sobald das geschehen ist.',
  approval_not_found: 'Diese Anfrage gibt es nicht, sie ist schon entschieden oder abgelaufen.',
  approval_own: 'Über Ihre eigene Anfrage muss jemand anderes entscheiden.',
  providers_unavailable: 'Anmeldedienste können hier nicht benutzt werden.',
  provider_not_found: 'Diesen Anmeldedienst gibt es nicht oder er ist abgeschaltet.',
  provider_unavailable:
    'Der Anmeldedienst ist gerade nicht erreichbar. Versuchen Sie es später oder melden Sie sich mit Ihrem Passwort an.',
  provider_denied: 'Die Anmeldung wurde abgebrochen oder der Anmeldedienst hat sie abgelehnt.',
  provider_attempt_ended:
    'Diese Anmeldung ist abgelaufen, wurde schon benutzt oder in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
  provider_answer_refused:
    'Die Antwort des Anmeldedienstes war nicht gültig, deshalb wurde niemand angemeldet. Bitte beginnen Sie von vorn; kommt das wieder vor, sagen Sie es der Verwaltung.',
  provider_address_unverified:
    'Der Anmeldedienst sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist. Deshalb kann sie keinem Konto zugeordnet werden.',
  provider_account_unknown:
    'Zu Ihrem Konto beim Anmeldedienst gibt es hier kein Konto. Melden Sie sich mit Ihrem Benutzernamen an oder bitten Sie die Verwaltung, Ihre E-Mail-Adresse einzutragen.',
  provider_account_protected:
    'Dieses Konto meldet sich nicht über einen Anmeldedienst an. Bitte melden Sie sich mit Ihrem Passwort an.',
  provider_account_linked:
    'Dieses Konto ist mit einem anderen Konto beim Anmeldedienst verbunden. Die Verwaltung kann die Verbindung lösen.',
  link_not_valid: 'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  not_available: 'Das gibt es auf diesem Server nicht.',
  mail_refused: 'Die E-Mail konnte nicht gesendet werden.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  own_record:
    'Ihre eigenen Einträge ändert jemand anderes. Bitte fragen Sie ein anderes Büro oder eine Inhaberin.',
  not_found: 'Nicht gefunden.',
  user_not_found: 'Person nicht gefunden.',
  notice_not_found: 'Mitteilung nicht gefunden.',
  class_not_found: 'Klasse nicht gefunden.',
  file_not_found: 'Diese Datei gibt es nicht oder sie ist abgelaufen.',
  user_id_taken: 'Diese ID ist bereits vergeben.',
  username_taken: 'Dieser Benutzername ist bereits vergeben.',
  email_taken: 'Diese Adresse gehört zu einem anderen Konto.',
  last_owner: 'Der letzte Inhaber muss bleiben. Machen Sie zuerst jemand anderen zum Inhaber.',
  owner_stays: 'Ein Inhaber kann nicht gelöscht werden. Nehmen Sie ihm zuerst die Rolle.',
  class_taken: 'Eine Klasse mit diesem Programm, Semester, Zug und Fach gibt es bereits.',
  correction_not_found: 'Diesen Antrag gibt es nicht, oder er ist schon entschieden.',
  correction_pending: 'Für diesen Tag wartet bereits ein Antrag auf Antwort.',
  mark_not_found: 'Diesen Eintrag gibt es nicht, oder jemand anders hat ihn gemacht.',
  undo_too_late: 'Rückgängig machen geht nur eine Minute lang. Tragen Sie die Person stattdessen neu ein.',
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
  key_missing:
    'Der Hauptschlüssel liegt nicht auf diesem Server, daher lässt sich kein Geheimnis speichern. Holen Sie ihn mit „rollcall keys import“ zurück.',
  invalid_image: 'Dieses Bild konnte nicht gelesen werden.',
  consent_missing:
    'Es liegt keine Einwilligung zur Gesichtserkennung vor. Bis dahin kann die Anwesenheit anders erfasst werden.',
  archive_refused: 'Dieses Archiv kann nicht wiederhergestellt werden.',
  owners_change:
    'In dieser Sicherung gibt es andere Inhaber als jetzt, oder sie melden sich anders an. Nur ein Inhaber kann sie wiederherstellen.',
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
