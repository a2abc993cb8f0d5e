import type { certificate as english } from '../../en/visitors/certificate.ts';

export const certificate: typeof english = {
  title: 'Kamera auf anderen Geräten nutzen',
  text: 'Browser erlauben die Kamera nur unter Adressen, die mit https:// beginnen. Dieser Server stellt sich für Ihr Netz ein eigenes Zertifikat aus. Jedes Tablet, Telefon und jeder Computer muss ihm einmal vertrauen.',
  off: {
    title: 'HTTPS ist auf diesem Server ausgeschaltet',
    text: 'Wer den Server betreibt, schaltet es mit der Einstellung HTTPS=local ein. Öffnen Sie danach diese Seite noch einmal.',
    other: 'Hat der Server schon eine eigene Adresse mit https://, brauchen Sie diese Seite nicht.',
  },
  scan: {
    title: '1. Diese Seite auf dem Gerät öffnen',
    text: 'Scannen Sie den Code mit der Kamera des Geräts oder geben Sie die Adresse ein. Das Gerät muss im selben Netz sein wie der Server.',
    label: 'QR-Code mit der Adresse dieser Seite',
    hereOnly:
      'Dieser Server antwortet nur auf seinem eigenen Computer. Für andere Geräte startet ihn, wer ihn betreibt, mit HOST=0.0.0.0.',
  },
  trust: {
    title: '2. Dem Zertifikat vertrauen',
    text: 'Wählen Sie das System des Geräts. Nehmen Sie ein Gerät, das Ihrer Einrichtung gehört.',
  },
  download: 'Zertifikat herunterladen',
  systems: {
    android: {
      title: 'Android',
      first: 'Laden Sie die Datei herunter. Sie liegt danach unter „Downloads“.',
      second:
        'Öffnen Sie die Einstellungen des Geräts und suchen Sie nach „CA-Zertifikat“. Tippen Sie darauf, dann auf „Trotzdem installieren“, und wählen Sie rollcall-ca.crt.',
      third:
        'Fragt das Gerät nach seiner PIN, geben Sie sie ein. Ein Gerät ohne Displaysperre verlangt vielleicht zuerst eine.',
      note: 'Android meldet danach, dass das Netzwerk möglicherweise überwacht wird. Das steht dort bei jedem Zertifikat, das hinzugefügt wurde.',
    },
    ios: {
      title: 'iPhone und iPad',
      first: 'Öffnen Sie diese Seite in Safari. Laden Sie das Profil herunter und tippen Sie auf „Zulassen“.',
      second:
        'Öffnen Sie Einstellungen, Allgemein, „VPN und Geräteverwaltung“. Tippen Sie auf das Profil von Rollcall, dann auf „Installieren“.',
      third:
        'Öffnen Sie Einstellungen, Allgemein, Info, „Zertifikatsvertrauenseinstellungen“. Schalten Sie den Schalter neben Rollcall ein.',
      note: 'Der dritte Schritt wird leicht vergessen. Ohne ihn warnt Safari weiter vor der Seite.',
    },
    chromeos: {
      title: 'ChromeOS',
      first: 'Laden Sie die Datei herunter.',
      second:
        'Öffnen Sie in Chrome chrome://certificate-manager, dann „Lokale Zertifikate“, „Von Ihnen installiert“, „Importieren“. In älteren Versionen: chrome://settings/certificates, „Zertifizierungsstellen“, „Importieren“.',
      third:
        'Wählen Sie rollcall-ca.crt. Fragt Chrome danach, vertrauen Sie dem Zertifikat zur Identifizierung von Websites.',
      note: 'Für verwaltete Geräte trägt die Administration die Datei in der Google Admin-Konsole ein: Geräte, Netzwerke, Zertifikate.',
    },
    windows: {
      title: 'Windows',
      first: 'Laden Sie die Datei herunter, öffnen Sie sie und klicken Sie auf „Zertifikat installieren“.',
      second:
        'Wählen Sie „Alle Zertifikate in folgendem Speicher speichern“, dann „Vertrauenswürdige Stammzertifizierungsstellen“.',
      third: 'Bestätigen Sie die Warnung und starten Sie den Browser neu.',
      note: 'Zum Vergleichen des Fingerabdrucks: certutil -hashfile rollcall-ca.crt SHA256',
    },
    macos: {
      title: 'macOS',
      first:
        'Laden Sie die Datei herunter und öffnen Sie sie. Die Schlüsselbundverwaltung legt sie im Schlüsselbund „Anmeldung“ ab.',
      second:
        'Doppelklicken Sie dort auf den Eintrag von Rollcall und öffnen Sie „Vertrauen“. Wählen Sie bei „Bei Verwendung dieses Zertifikats“ den Wert „Immer vertrauen“.',
      third: 'Schließen Sie das Fenster, geben Sie Ihr Passwort ein und starten Sie den Browser neu.',
      note: 'Der Fingerabdruck steht am Ende desselben Fensters.',
    },
    linux: {
      title: 'Linux und Firefox',
      first: 'Laden Sie die Datei herunter.',
      second:
        'In Firefox: Öffnen Sie die Einstellungen, suchen Sie nach „Zertifikate“, dann „Zertifikate anzeigen“, „Zertifizierungsstellen“, „Importieren“. Wählen Sie rollcall-ca.crt und vertrauen Sie dem Zertifikat, um Websites zu identifizieren.',
      third:
        'In Chrome oder Chromium: Öffnen Sie chrome://certificate-manager, dann „Lokale Zertifikate“, „Von Ihnen installiert“, „Importieren“.',
      note: 'Der Weg für Firefox geht auch auf anderen Computern.',
    },
  },
  fingerprint: {
    title: 'Fingerabdruck (SHA-256)',
    text: 'Vergleichen Sie ihn mit dem, den das Gerät zeigt, und mit dieser Seite auf dem Server selbst. Stimmen sie nicht überein, hat jemand dazwischen das Zertifikat ausgetauscht. Vertrauen Sie ihm dann nicht.',
    until:
      'Das Zertifikat gilt bis {{day}}. Es kann nur für Adressen in privaten Netzen bürgen, nicht für andere Websites.',
  },
  open: {
    title: '3. Rollcall öffnen',
    text: 'Nutzen Sie auf dem Gerät von nun an eine dieser Adressen. Die Seite öffnet sich ohne Warnung.',
  },
};
