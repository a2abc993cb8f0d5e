import { OpenAPIHono } from '@hono/zod-openapi';
import type { KioskActor } from '@rollcall/core/attendance/kiosk/kiosk.types';
import type { RelyingParty } from '@rollcall/core/auth/factors/factors.types';
import type { Actor } from '@rollcall/core/kernel/access';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import type { CallLimits } from './call-limits.ts';

/** The request variables that middleware sets and handlers read. */
export interface Env {
  Variables: {
    requestId: string;
    /** Looks up the signed-in actor: null without a token, or with one that is not valid. */
    identify: () => Promise<Actor | null>;
    /** The server as passkeys know it; null where there can be none. */
    relyingParty: RelyingParty | null;
    /** Asks for a confirmation or an approval before dangerous acts. */
    safeguards: Services['safeguards'];
    /** Set by `allow`. Public routes do not look the actor up. */
    actor: Actor | undefined;
    /** Who a kiosk's request comes from, and whether its body is the one that was signed. */
    kioskAccess: Services['kioskAccess'];
    /** Set by `allowKiosk`. */
    kiosk: KioskActor | undefined;
    /** The client's address, as far as the host knows it. */
    address: string;
    /** Limits of costly calls. */
    limits: CallLimits;
    /** The uploaded file of a route that takes one, while it arrives. */
    upload: AsyncIterable<Uint8Array> | undefined;
    /** Pictures that came beside the JSON, by the name of their part. */
    pictures: ReadonlyMap<string, Uint8Array> | undefined;
  };
}

const REQUIRED = 'This field is required.';
/** Wrong fields that an answer names: a list of thousands can be wrong in every place. */
const MOST_NAMED = 50;

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return REQUIRED;
  if (issue.code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}.`;
  return issue.message;
}

/** Turns a failed parse into an error with one sentence per field and a message made of them. */
function invalidInput(error: z.core.$ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MOST_NAMED)) {
    const name = issue.path.map(String).join('.') || 'body';
    fields[name] ??= messageOf(issue);
  }
  const sentences = new Set(
    Object.entries(fields).map(([name, text]) => (text === REQUIRED ? `${name} is required.` : text)),
  );
  return new AppError('invalid_input', { fields, message: [...sentences].join(' ') });
}

/** Creates a router whose invalid input is thrown, so that every failure passes the one error handler. */
export const createRouter = () =>
  new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInput(result.error);
    },
  });
