export const certificate = {
  title: 'Use the camera on other devices',
  text: 'Browsers allow the camera only at addresses that begin with https://. This server makes its own certificate for your network. Each tablet, phone or computer has to trust it once.',
  off: {
    title: 'HTTPS is off on this server',
    text: 'The person who runs the server turns it on with the setting HTTPS=local. Then open this page again.',
    other: 'If the server already has an https:// address of its own, you do not need this page.',
  },
  scan: {
    title: '1. Open this page on the device',
    text: 'Scan the code with the device’s camera, or type the address. The device must be in the same network as the server.',
    label: 'QR code with the address of this page',
    hereOnly:
      'This server answers on its own computer only. For other devices, the person who runs it starts it with HOST=0.0.0.0.',
  },
  trust: {
    title: '2. Trust the certificate',
    text: 'Choose the system of the device. Use a device that belongs to your institution.',
  },
  download: 'Download the certificate',
  systems: {
    android: {
      title: 'Android',
      first: 'Download the file. It is in Downloads afterwards.',
      second:
        'Open the device’s settings and search for “CA certificate”. Tap it, tap “Install anyway” and choose rollcall-ca.crt.',
      third:
        'If the device asks for its PIN, enter it. A device without a screen lock may ask you to set one first.',
      note: 'Android then says that the network may be monitored. It says so for every certificate that is added.',
    },
    ios: {
      title: 'iPhone and iPad',
      first: 'Open this page in Safari. Download the profile and tap Allow.',
      second: 'Open Settings, General, “VPN & Device Management”. Tap the Rollcall profile, then Install.',
      third:
        'Open Settings, General, About, “Certificate Trust Settings”. Turn on the switch beside Rollcall.',
      note: 'The third step is easily forgotten. Without it Safari still warns of the page.',
    },
    chromeos: {
      title: 'ChromeOS',
      first: 'Download the file.',
      second:
        'Open chrome://certificate-manager in Chrome, then Local certificates, “Installed by you”, Import. In older versions: chrome://settings/certificates, Authorities, Import.',
      third: 'Choose rollcall-ca.crt. If Chrome asks, trust it for identifying websites.',
      note: 'For managed devices, an administrator adds the file in the Google Admin console: Devices, Networks, Certificates.',
    },
    windows: {
      title: 'Windows',
      first: 'Download the file, open it and click “Install Certificate”.',
      second:
        'Choose “Place all certificates in the following store”, then “Trusted Root Certification Authorities”.',
      third: 'Confirm the warning and start the browser again.',
      note: 'To compare the fingerprint, run: certutil -hashfile rollcall-ca.crt SHA256',
    },
    macos: {
      title: 'macOS',
      first: 'Download the file and open it. Keychain Access adds it to your login keychain.',
      second:
        'Double-click the Rollcall entry there and open Trust. Beside “When using this certificate”, choose “Always Trust”.',
      third: 'Close the window, enter your password and start the browser again.',
      note: 'The fingerprint is at the end of the same window.',
    },
    linux: {
      title: 'Linux and Firefox',
      first: 'Download the file.',
      second:
        'In Firefox: open Settings, search for “certificates”, then View Certificates, Authorities, Import. Choose rollcall-ca.crt and trust it to identify websites.',
      third:
        'In Chrome or Chromium: open chrome://certificate-manager, then Local certificates, “Installed by you”, Import.',
      note: 'The way for Firefox also works on other computers.',
    },
  },
  fingerprint: {
    title: 'Fingerprint (SHA-256)',
    text: 'Compare it with the one that the device shows, and with this page on the server itself. If they differ, someone in between has replaced the certificate. Do not trust it.',
    until:
      'The certificate is valid until {{day}}. It can vouch for addresses in private networks only, not for other websites.',
  },
  open: {
    title: '3. Open Rollcall',
    text: 'Use one of these addresses on the device from now on. The page opens without a warning.',
  },
};
