import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** The environment variables of HTTPS on the local network. */

export interface HttpsEnv {
  readonly port: number;
  /** Names and addresses of this server that the machine does not know itself. */
  readonly names: readonly string[];
}

const DEFAULT_PORT = 8443;
const DNS_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const PORT_HELP = 'HTTPS_PORT must be a whole number between 0 and 65535.';

/** A name or address as a certificate has it; null for anything else. Wildcards are not needed on one machine. */
export function certificateName(text: string): string | null {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  // One spelling for each address, whoever wrote it.
  if (isIP(name) > 0) return ipaddr.process(name).toString();
  // Of digits and dots only: an address with a mistake.
  return DNS_NAME.test(name) && !/^[\d.]+$/.test(name) ? name : null;
}

export const httpsSchema = {
  HTTPS: z
    .enum(
      ['local', 'off'],
      'HTTPS must be local or off. For a certificate of your own, put a proxy in front.',
    )
    .default('off'),
  HTTPS_PORT: z.coerce
    .number(PORT_HELP)
    .int(PORT_HELP)
    .min(0, PORT_HELP)
    .max(65535, PORT_HELP)
    .default(DEFAULT_PORT),
  HTTPS_NAMES: z
    .string()
    .transform((text, context) => {
      const names: string[] = [];
      for (const part of text.split(',')) {
        const name = certificateName(part);
        if (name !== null) names.push(name);
        else
          context.addIssue({
            code: 'custom',
            message: `HTTPS_NAMES must be names or addresses of this server, like rollcall.school.lan,192.168.1.20. "${part.trim()}" is neither.`,
          });
      }
      return names;
    })
    .default([]),
};

interface Given {
  readonly PORT: number;
  readonly HTTPS: 'local' | 'off';
  readonly HTTPS_PORT: number;
  readonly HTTPS_NAMES: readonly string[];
}

/** What is wrong with the variables together, each in a sentence. */
export function httpsProblems(env: Given): string[] {
  if (env.HTTPS === 'off')
    return env.HTTPS_NAMES.length > 0 ? ['HTTPS_NAMES has no effect without HTTPS=local.'] : [];
  return env.HTTPS_PORT === env.PORT && env.PORT !== 0
    ? [`HTTPS_PORT and PORT are both ${env.PORT}. Choose another HTTPS_PORT.`]
    : [];
}

export const readHttpsEnv = (env: Given): HttpsEnv | undefined =>
  env.HTTPS === 'local' ? { port: env.HTTPS_PORT, names: env.HTTPS_NAMES } : undefined;
