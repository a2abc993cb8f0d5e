import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isTimeZone } from '@rollcall/core/kernel/zone';
import { z } from 'zod';

/** Reads and checks the environment variables. All are optional; every problem is reported at once. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

const yesNo = (text: string) =>
  z
    .enum(['true', 'false', '1', '0'], `${text} must be true or false.`)
    .transform((value) => value === 'true' || value === '1');

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
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://.')
      .optional(),
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
    TRUST_PROXY: yesNo('TRUST_PROXY').default(false),
  })
  .superRefine((env, context) => {
    if (env.DEMO_MODE && !LOOPBACK.has(env.HOST)) {
      context.addIssue({
        code: 'custom',
        message: `Demo mode has passwords everyone knows and listens on this machine only: remove HOST=${env.HOST}, or set DEMO_MODE=false.`,
      });
    }
  });

export interface ServerEnv {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly demoMode: boolean;
  readonly timeZone: string;
  readonly modelsDir: string | undefined;
  /** The master key of face templates, when it is not in a file under the data folder. */
  readonly templateKey: string | undefined;
  /** Take the caller's address from X-Forwarded-For; only behind a proxy that sets it. */
  readonly trustProxy: boolean;
  readonly cores: number;
}

/** The folder of keys, files and the embedded database. The demo school has its own. */
export const homeOf = (env: ServerEnv): string => join(env.dataDir, env.demoMode ? 'demo' : '');

export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment needs attention:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env): ServerEnv {
  // A compose file passes an unset variable as an empty string.
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new EnvError(parsed.error.issues.map(({ message }) => message));
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    demoMode: env.DEMO_MODE,
    timeZone: env.TIME_ZONE,
    modelsDir: env.MODELS_DIR === undefined ? undefined : resolve(env.MODELS_DIR),
    templateKey: env.TEMPLATE_KEY,
    trustProxy: env.TRUST_PROXY,
    cores: availableParallelism(),
  };
}
