import { join, resolve } from 'node:path';
import { isTimeZone } from '@rollcall/core/kernel/zones/zone-data';
import { z } from 'zod';
import { parseTrustProxy, type TrustedProxies } from './http/addresses.ts';
import { type HttpsEnv, httpsProblems, httpsSchema, readHttpsEnv } from './https/https-env.ts';
import { readSecretVariables } from './keys/secret-variables.ts';
import { type MailEnv, mailProblems, mailSchema, parsePublicUrl, readMailEnv } from './mail/mail-env.ts';
import {
  type ProcessesEnv,
  processesProblems,
  processesSchema,
  readProcessesEnv,
} from './processes/processes-env.ts';

/** Reads and checks the environment variables. All are optional; every problem is reported at once. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

const yesNo = (text: string) =>
  z
    .enum(['true', 'false', '1', '0'], `${text} must be true or false.`)
    .transform((value) => value === 'true' || value === '1');

const seconds = (name: string, [least, most]: readonly [number, number]) => {
  const message = `${name} must be a number of seconds between ${least} and ${most}.`;
  return z.coerce.number(message).min(least, message).max(most, message);
};

const wholeNumber = (name: string, [least, most]: readonly [number, number]) => {
  const message = `${name} must be a whole number between ${least} and ${most}.`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
};

const schema = z
  .object({
    PORT: z.coerce
      .number('PORT must be a number.')
      .int('PORT must be a whole number.')
      .min(0, 'PORT must be between 0 and 65535.')
      .max(65535, 'PORT must be between 0 and 65535.')
      .default(5000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    FILES_DIR: z.string().min(1).optional(),
    FILES_DIR_IS_NEW: yesNo('FILES_DIR_IS_NEW').default(false),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://.')
      .optional(),
    DATABASE_ON_ANOTHER_MACHINE: yesNo('DATABASE_ON_ANOTHER_MACHINE').optional(),
    DATABASE_POOL_SIZE: wholeNumber('DATABASE_POOL_SIZE', [2, 200]).default(10),
    DATABASE_CONNECT_SECONDS: seconds('DATABASE_CONNECT_SECONDS', [0.5, 60]).default(5),
    DATABASE_STATEMENT_SECONDS: seconds('DATABASE_STATEMENT_SECONDS', [1, 600]).default(30),
    SLOW_QUERY_SECONDS: seconds('SLOW_QUERY_SECONDS', [0, 600]).default(1),
    DEMO_MODE: yesNo('DEMO_MODE').default(true),
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'TIME_ZONE must be a name like Europe/Berlin.')
      .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    MODELS_DIR: z.string().min(1).optional(),
    TEMPLATE_KEY: z
      .base64('TEMPLATE_KEY must be 32 bytes in base64.')
      .refine((text) => Buffer.from(text, 'base64').length === 32, 'TEMPLATE_KEY must be 32 bytes in base64.')
      .optional(),
    TRUST_PROXY: z
      .string()
      .transform((text, context) => {
        const trusted = parseTrustProxy(text);
        if (trusted !== null) return trusted;
        context.addIssue({
          code: 'custom',
          message:
            'TRUST_PROXY must be false, the number of proxies in front (1 to 10), or their addresses and networks, like 127.0.0.1,10.0.0.0/8.',
        });
        return z.NEVER;
      })
      .default(false),
    PUBLIC_URL: z
      .string()
      .refine(
        (text) => parsePublicUrl(text) !== null,
        'PUBLIC_URL must be like https://attendance.school.example.',
      )
      .optional(),
    ...mailSchema,
    ...httpsSchema,
    ...processesSchema,
    ALLOWED_HOSTS: z.string().min(1).optional(),
    UPGRADE_WITHOUT_BACKUP: yesNo('UPGRADE_WITHOUT_BACKUP').default(false),
    LOG_LEVEL: z.enum(['info', 'warn', 'error'], 'LOG_LEVEL must be info, warn or error.').default('info'),
    METRICS_TOKEN: z.string().min(16, 'METRICS_TOKEN must have 16 characters or more.').optional(),
    STOP_GRACE_SECONDS: seconds('STOP_GRACE_SECONDS', [0, 300]).default(1),
    STOP_LIMIT_SECONDS: seconds('STOP_LIMIT_SECONDS', [1, 3600]).default(25),
  })
  .superRefine((env, context) => {
    if (env.DEMO_MODE && env.TRUST_PROXY !== false)
      context.addIssue({
        code: 'custom',
        message:
          'Demo mode has passwords everyone knows and is not for other machines: remove TRUST_PROXY, or set DEMO_MODE=false.',
      });
    for (const message of [...mailProblems(env), ...httpsProblems(env), ...processesProblems(env)])
      context.addIssue({ code: 'custom', message });
    if (env.DEMO_MODE && !LOOPBACK.has(env.HOST)) {
      context.addIssue({
        code: 'custom',
        message: `Demo mode has passwords everyone knows and listens on this machine only: remove HOST=${env.HOST}, or set DEMO_MODE=false.`,
      });
    }
  });

export interface ServerEnv extends ProcessesEnv {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The folder of backups, exports and uploads, when it is not under the data folder. */
  readonly filesDir: string | undefined;
  /** Take the folder although the files that the database names are not in it. */
  readonly filesDirIsNew: boolean;
  readonly databaseUrl: string | undefined;
  /** Whether PostgreSQL runs on another machine, so that its clock is evidence; undefined: found out. */
  readonly databaseElsewhere: boolean | undefined;
  /** Connections and time limits of PostgreSQL, in milliseconds. */
  readonly postgres: { readonly poolSize: number; readonly connectMs: number; readonly statementMs: number };
  /** Statements that take longer are logged; 0 logs none. */
  readonly slowQueryMs: number;
  readonly demoMode: boolean;
  readonly timeZone: string;
  readonly modelsDir: string | undefined;
  /** The master key of face templates, when it is not in a file under the data folder. */
  readonly templateKey: string | undefined;
  /** The proxies whose X-Forwarded-For says where a caller is. */
  readonly trustProxy: TrustedProxies;
  /** The address of this server for people, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** HTTPS on the local network; undefined where a proxy does it, or nobody. */
  readonly https: HttpsEnv | undefined;
  /** The mail server; undefined where no mail is sent. */
  readonly mail: MailEnv | undefined;
  /** Names under which the server answers; all when undefined. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Upgrade the database even when the backup before it cannot be made. */
  readonly upgradeWithoutBackup: boolean;
  readonly logLevel: 'info' | 'warn' | 'error';
  /** The bearer token of `/metrics` for other machines; without one only this machine may read it. */
  readonly metricsToken: string | undefined;
  /** After SIGTERM: how long balancers get to notice, and how long running work may take. */
  readonly stop: { readonly graceMs: number; readonly limitMs: number };
}

/** The folder of keys, files and the embedded database. The demo school has its own. */
export const homeOf = (env: ServerEnv): string => join(env.dataDir, env.demoMode ? 'demo' : '');

/** The folder of backups, exports and uploads, which several servers on one PostgreSQL share. */
export const filesDirOf = (env: ServerEnv): string =>
  env.filesDir === undefined ? join(homeOf(env), 'files') : join(env.filesDir, env.demoMode ? 'demo' : '');

export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment needs attention:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): ServerEnv {
  const secrets = readSecretVariables(source);
  // A compose file passes an unset variable as an empty string.
  const given = Object.fromEntries(
    Object.entries({ ...source, ...secrets.values }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const parsed = schema.safeParse(given);
  const problems = [...secrets.problems, ...(parsed.error?.issues ?? []).map(({ message }) => message)];
  if (!parsed.success || problems.length > 0) throw new EnvError(problems);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    filesDir: env.FILES_DIR === undefined ? undefined : resolve(env.FILES_DIR),
    filesDirIsNew: env.FILES_DIR_IS_NEW,
    databaseUrl: env.DATABASE_URL,
    databaseElsewhere: env.DATABASE_ON_ANOTHER_MACHINE,
    postgres: {
      poolSize: env.DATABASE_POOL_SIZE,
      connectMs: env.DATABASE_CONNECT_SECONDS * 1000,
      statementMs: env.DATABASE_STATEMENT_SECONDS * 1000,
    },
    slowQueryMs: env.SLOW_QUERY_SECONDS * 1000,
    demoMode: env.DEMO_MODE,
    timeZone: env.TIME_ZONE,
    modelsDir: env.MODELS_DIR === undefined ? undefined : resolve(env.MODELS_DIR),
    templateKey: env.TEMPLATE_KEY,
    trustProxy: env.TRUST_PROXY,
    publicUrl: env.PUBLIC_URL === undefined ? undefined : (parsePublicUrl(env.PUBLIC_URL) ?? undefined),
    https: readHttpsEnv(env),
    mail: readMailEnv(env),
    allowedHosts: env.ALLOWED_HOSTS?.split(',').map((name) => name.trim().toLowerCase()),
    upgradeWithoutBackup: env.UPGRADE_WITHOUT_BACKUP,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    stop: { graceMs: env.STOP_GRACE_SECONDS * 1000, limitMs: env.STOP_LIMIT_SECONDS * 1000 },
    ...readProcessesEnv(env),
  };
}

/**
 * The environment of a command. A command never acts on the demo school unless DEMO_MODE says so: where both are in one
 * data folder, a backup of the demo would be discovered on the day of the disaster.
 */
export const readCommandEnv = (
  source: Readonly<Record<string, string | undefined>> = process.env,
): ServerEnv => readEnv({ ...source, HOST: undefined, DEMO_MODE: source.DEMO_MODE || 'false' });
