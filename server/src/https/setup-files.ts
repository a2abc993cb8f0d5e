import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { LocalCertificate } from '@rollcall/api/system/certificate.routes';
import { Hono } from 'hono';
import { type LocalHttps, reachableNames } from './local-https.ts';

export const SETUP_PAGE = '/setup/certificate';

interface Ports {
  readonly http: number;
  readonly https: number;
}

const addressOf = (scheme: 'http' | 'https', name: string, port: number): string =>
  `${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;

/** A UUID that stays the same for the same authority, so that a device replaces its profile. */
function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
    .join('-')
    .toUpperCase();
}

const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A configuration profile of iOS, iPadOS and macOS that holds the authority. Not signed: it is what is to be trusted. */
function mobileConfig({ authority: { certificate, fingerprint } }: Pick<LocalHttps, 'authority'>): string {
  const name = escapeXml(certificate.subjectName.getField('CN')[0] ?? 'Rollcall');
  const id = fingerprint.replaceAll(':', '').slice(0, 16).toLowerCase();
  const content = Buffer.from(certificate.rawData).toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>rollcall.authority.${id}</string>
  <key>PayloadUUID</key><string>${uuidFrom(`profile ${fingerprint}`)}</string>
  <key>PayloadDisplayName</key><string>${name}</string>
  <key>PayloadDescription</key><string>Lets this device open Rollcall on your network over HTTPS. SHA-256 ${fingerprint}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>rollcall.authority.${id}.certificate</string>
      <key>PayloadUUID</key><string>${uuidFrom(`certificate ${fingerprint}`)}</string>
      <key>PayloadDisplayName</key><string>${name}</string>
      <key>PayloadCertificateFileName</key><string>rollcall-ca.crt</string>
      <key>PayloadContent</key>
      <data>${content}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** Hands out the authority that devices are to trust, and says where the server is. Never a private key. */
export function createSetupFiles(https: Pick<LocalHttps, 'authority' | 'names'>, host: string) {
  const { certificate, fingerprint, expiresAt } = https.authority;
  let ports: Ports | null = null;
  const headers = (type: string) => ({ 'Content-Type': type, 'Cache-Control': 'no-cache' });
  const app = new Hono();
  app.get('/setup/rollcall-ca.crt', (c) =>
    c.body(certificate.rawData, 200, headers('application/x-x509-ca-cert')),
  );
  app.get('/setup/rollcall-ca.pem', (c) =>
    c.body(`${certificate.toString('pem')}\n`, 200, headers('application/x-pem-file')),
  );
  app.get('/setup/rollcall.mobileconfig', (c) =>
    c.body(mobileConfig(https), 200, headers('application/x-apple-aspen-config')),
  );

  return {
    app,
    /** The ports are known when the server listens. */
    listensAt(given: Ports): void {
      ports = given;
    },
    /** Null until the server listens. */
    describe(): LocalCertificate | null {
      if (ports === null) return null;
      const { http, https: httpsPort } = ports;
      const reachable = reachableNames(https.names(), host);
      const [first] = reachable;
      return {
        addresses: (first === undefined ? ['localhost'] : reachable).map((name) =>
          addressOf('https', name, httpsPort),
        ),
        setupAddress: first === undefined ? null : `${addressOf('http', first, http)}${SETUP_PAGE}`,
        fingerprint,
        expiresAt,
      };
    },
  };
}
