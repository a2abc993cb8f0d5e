import type { LocalCertificate } from '@rollcall/api/system/certificate.routes';
import { renderUnicodeCompact } from 'uqr';
import type { ServerEnv } from './env.ts';

interface StartInfo {
  readonly env: Pick<ServerEnv, 'host' | 'dataDir' | 'demoMode'>;
  readonly port: number;
  readonly place: string;
  readonly setupCode: string | null;
  /** Where HTTPS of our own is; null without. */
  readonly certificate: LocalCertificate | null;
}

/** The addresses for other devices, and a code that opens the page on which they learn to trust this server. */
function httpsLines({ addresses, setupAddress }: LocalCertificate): string[] {
  const [first = '', ...others] = addresses;
  const lines = [
    `  HTTPS                  ${first}`,
    ...others.map((each) => `                         ${each}`),
  ];
  if (setupAddress === null)
    return [...lines, '                         Only this machine: set HOST=0.0.0.0 for other devices.'];
  const code = renderUnicodeCompact(setupAddress, { border: 2 });
  return [
    ...lines,
    '',
    `  For tablets and phones: scan the code, or open ${setupAddress}`,
    '',
    ...code.split('\n').map((line) => `  ${line}`),
  ];
}

/** The start message for the person at the console: address, place of the data, next step. */
export function startMessage({ env, port, place, setupCode, certificate }: StartInfo): string {
  const host =
    env.host === '127.0.0.1' || env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    '',
    `  Rollcall is running at ${address}`,
    `  API documentation      ${address}/api/docs`,
    `  Database               ${place}`,
    `  Keys and files         ${env.dataDir}`,
    ...(certificate ? httpsLines(certificate) : []),
  ];
  if (env.demoMode) {
    lines.push('', '  Demo mode: an invented school, known passwords, reachable from this machine only.');
    lines.push('  Set DEMO_MODE=false for your own institution.');
  }
  if (setupCode) {
    lines.push('', `  First run: open ${address} and enter the set-up code  ${setupCode}`);
  }
  lines.push('', '  Press Ctrl-C to stop.', '', '');
  return lines.join('\n');
}
