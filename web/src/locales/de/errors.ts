import type { errors as english } from '../en/errors.ts';

export const errors: typeof english = {
  invalid_input: 'Bitte prüfen Sie die markierten Felder.',
  invalid_credentials: 'Ungültige Zugangsdaten. Bitte versuchen Sie es erneut.',
  invalid_admin_credentials: 'Ungültiges Administratorpasswort',
  username_needed: 'Es gibt mehrere Administratoren. Bitte geben Sie auch Ihren Benutzernamen ein.',
  unauthenticated: 'Bitte melden Sie sich an.',
  wrong_password: 'Das aktuelle Passwort ist falsch.',
  weak_password: 'Dieses Passwort ist leicht zu erraten. Nehmen Sie ein oder zwei ungewöhnliche Wörter dazu.',
  password_change_needed: 'Bitte wählen Sie zuerst ein neues Passwort.',
  second_factor_needed: 'Bitte geben Sie auch Ihren zweiten Faktor ein.',
  second_factor_refused: 'Dieser Code ist falsch oder wurde schon benutzt.',
  sign_in_expired: 'Diese Anmeldung ist abgelaufen. Bitte beginnen Sie von vorn.',
  passkey_refused: 'Dieser Passkey wurde nicht angenommen.',
  passkeys_unavailable: 'Passkeys brauchen einen Server mit Domainnamen und HTTPS.',
  second_factor_obligatory:
    'Ihre Rolle verlangt einen zweiten Faktor. Richten Sie einen anderen ein, bevor Sie diesen entfernen.',
  second_factor_setup_needed: 'Ihre Rolle verlangt einen zweiten Faktor. Bitte richten Sie zuerst einen ein.',
  confirmation_needed: 'Bitte bestätigen Sie zuerst, dass Sie es sind.',
  confirmation_refused: 'Das stimmt nicht. Bitte versuchen Sie es erneut.',
  approval_needed: 'Das muss jemand anderes mit Administratorrolle freigeben. Wiederholen Sie es danach.',
  approval_not_found: 'Diese Anfrage gibt es nicht, oder sie ist schon entschieden oder abgelaufen.',
  approval_own: 'Über Ihre eigene Anfrage muss jemand anderes entscheiden.',
  providers_unavailable: 'Anmeldedienste können hier nicht benutzt werden.',
  provider_not_found: 'Diesen Anmeldedienst gibt es nicht, oder er ist ausgeschaltet.',
  provider_unavailable:
    'Der Anmeldedienst ist gerade nicht erreichbar. Versuchen Sie es später oder melden Sie sich mit Ihrem Passwort an.',
  provider_denied: 'Die Anmeldung wurde abgebrochen, oder der Anmeldedienst hat sie abgelehnt.',
  provider_attempt_ended:
    'Diese Anmeldung ist abgelaufen, wurde schon benutzt oder in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
  provider_answer_refused:
    'Die Antwort des Anmeldedienstes war ungültig. Bitte beginnen Sie von vorn. Passiert das öfter, sagen Sie der Verwaltung Bescheid.',
  provider_address_unverified:
    'Der Anmeldedienst bestätigt Ihre E-Mail-Adresse nicht. Deshalb lässt sie sich keinem Konto zuordnen.',
  provider_account_unknown:
    'Hier gibt es kein Konto für Sie. Melden Sie sich mit Ihrem Benutzernamen an oder bitten Sie die Verwaltung, Ihre E-Mail-Adresse einzutragen.',
  provider_account_protected:
    'Dieses Konto kann sich nicht über einen Anmeldedienst anmelden. Bitte nehmen Sie Ihr Passwort.',
  provider_account_linked:
    'Dieses Konto ist schon mit einem anderen Konto beim Anmeldedienst verbunden. Die Verwaltung kann die Verbindung lösen.',
  link_not_valid: 'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  not_available: 'Das gibt es auf diesem Server nicht.',
  mail_refused: 'Die E-Mail konnte nicht gesendet werden.',
  forbidden: 'Dazu fehlt Ihnen die Berechtigung.',
  own_record:
    'Ihre eigenen Einträge können Sie nicht ändern. Fragen Sie jemand anderen aus dem Büro oder mit Inhaberrolle.',
  not_found: 'Nicht gefunden.',
  user_not_found: 'Person nicht gefunden.',
  notice_not_found: 'Mitteilung nicht gefunden.',
  class_not_found: 'Kurs nicht gefunden.',
  file_not_found: 'Diese Datei gibt es nicht, oder sie ist abgelaufen.',
  user_id_taken: 'Diese ID ist bereits vergeben.',
  username_taken: 'Dieser Benutzername ist bereits vergeben.',
  email_taken: 'Diese E-Mail-Adresse gehört zu einem anderen Konto.',
  last_owner: 'Mindestens ein Inhaberkonto muss bleiben. Geben Sie die Rolle zuerst jemand anderem.',
  owner_stays: 'Inhaberkonten lassen sich nicht löschen. Ändern Sie zuerst die Rolle.',
  class_taken: 'Einen Kurs mit diesem Studiengang, Semester, Fach und dieser Klasse gibt es schon.',
  correction_not_found: 'Diesen Antrag gibt es nicht, oder er ist schon entschieden.',
  correction_pending: 'Für diesen Tag gibt es schon einen offenen Antrag.',
  mark_not_found: 'Diesen Eintrag gibt es nicht, oder er stammt von jemand anderem.',
  undo_too_late: 'Rückgängig machen geht nur eine Minute lang. Tragen Sie die Person stattdessen neu ein.',
  leave_not_found: 'Diese Beurlaubung gibt es nicht.',
  conflict: 'Jemand anderes hat das geändert. Bitte laden Sie neu und versuchen Sie es erneut.',
  too_many_attempts: 'Zu viele Fehlversuche. Bitte warten Sie und versuchen Sie es erneut.',
  too_many_requests: 'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  payload_too_large: 'Die Anfrage ist zu groß.',
  upload_stalled: 'Das Hochladen ist stehen geblieben. Bitte versuchen Sie es erneut.',
  demo_only: 'Das gibt es nur im Demomodus.',
  already_set_up: 'Rollcall ist bereits eingerichtet.',
  setup_required: 'Rollcall ist noch nicht eingerichtet.',
  invalid_setup_code: 'Der Einrichtungscode ist falsch. Er steht in der Konsole des Servers.',
  scan_required: 'Zum Erfassen ist ein Gesichtsscan nötig.',
  scan_not_accepted: 'Dieser Gesichtsscan gilt nicht mehr. Bitte scannen Sie erneut.',
  place_kiosk_needed: 'Bitte erfassen Sie sich am Terminal. Ihr eigenes Gerät genügt hier nicht.',
  place_network_needed: 'Bitte verbinden Sie sich mit dem Netz der Einrichtung (WLAN), um sich zu erfassen.',
  place_code_needed: 'Bitte geben Sie den Code ein, der im Raum angezeigt wird.',
  place_network_or_code_needed:
    'Bitte geben Sie den Code ein, der im Raum angezeigt wird, oder verbinden Sie sich mit dem Netz der Einrichtung (WLAN).',
  place_code_wrong:
    'Dieser Code ist falsch oder hat sich geändert. Bitte geben Sie den ein, der jetzt angezeigt wird.',
  network_invalid: 'Das ist weder eine Adresse noch ein Adressbereich. Beispiel: 192.168.1.0/24.',
  network_taken: 'Dieses Netz steht schon in der Liste.',
  too_many_networks:
    'Es sind zu viele Netze. Entfernen Sie zuerst eines, oder fassen Sie mehrere in einem Bereich zusammen.',
  face_engine_unavailable: 'Gesichtserkennung ist auf diesem Server nicht verfügbar.',
  face_engine_starting: 'Die Gesichtserkennung startet gerade. Bitte versuchen Sie es gleich noch einmal.',
  face_key_missing:
    'Der Hauptschlüssel für Gesichtsdaten liegt nicht auf diesem Server. Deshalb lassen sich keine Gesichter registrieren. Holen Sie ihn mit „rollcall keys import“ zurück.',
  face_key_mismatch:
    'Der Hauptschlüssel dieses Servers passt nicht zur Datenbank. Deshalb lassen sich keine Gesichter registrieren. Geben Sie jedem Server denselben Schlüssel.',
  key_missing:
    'Der Hauptschlüssel liegt nicht auf diesem Server. Deshalb lassen sich keine Geheimnisse speichern. Holen Sie ihn mit „rollcall keys import“ zurück.',
  invalid_image: 'Dieses Bild konnte nicht gelesen werden.',
  consent_missing:
    'Es gibt keine Einwilligung in die Gesichtserkennung. Bis dahin lässt sich die Anwesenheit von Hand erfassen.',
  archive_refused: 'Diese Sicherung lässt sich nicht wiederherstellen.',
  owners_change:
    'Diese Sicherung hat andere Inhaberkonten, oder sie melden sich anders an. Nur ein Inhaberkonto kann sie wiederherstellen.',
  restore_running: 'Eine Wiederherstellung läuft bereits. Bitte warten Sie, bis sie fertig ist.',
  backup_first:
    'Die Sicherung vor der Wiederherstellung ist fehlgeschlagen. Deshalb wurde nichts wiederhergestellt. Ohne sie geht es auf der Kommandozeile.',
  maintenance: 'Eine Sicherung wird gerade wiederhergestellt. Bitte versuchen Sie es gleich noch einmal.',
  storage_full: 'Auf dem Datenträger ist nicht genug Platz.',
  files_elsewhere:
    'Dieser Server hat die Dateien der anderen Server nicht. Setzen Sie sein FILES_DIR auf den gemeinsamen Ordner.',
  busy: 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  database_unavailable: 'Die Datenbank ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
};
