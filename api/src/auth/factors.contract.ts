import { createRoute } from '@hono/zod-openapi';
import { PASSKEY_NAME_MAX } from '@rollcall/core/auth/factors/factors.rules';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body, idParam, message } from '../http/contract-parts.ts';
import { loginAnswer } from './auth.contract.ts';

/** What the browser's passkey dialog gets; made and checked by @simplewebauthn, so its fields are not listed here. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
/** What the browser's passkey dialog answers. */
export const passkeyResponse = z.looseObject({ id: z.string().min(1).max(2000) });

const ticket = z.string().min(20).max(200);
/** Spaces, as apps show them in the middle, are ignored. */
const code = z.string().trim().min(6, 'A code has six digits.').max(20);
const recoveryCode = z.string().trim().min(1).max(60);

export const secondBody = z
  .object({
    ticket,
    code: code.optional(),
    recovery_code: recoveryCode.optional(),
    passkey: passkeyResponse.optional(),
  })
  .refine(
    (given) =>
      [given.code, given.recovery_code, given.passkey].filter((each) => each !== undefined).length === 1,
    { message: 'Enter a code or a recovery code, or use a passkey.', path: ['code'] },
  );

const recoveryCodes = z.object({
  /** Ten, shown this once; each can be used once instead of a code. */
  recovery_codes: z.array(z.string()),
});

const tags = ['Second factors'];
const own = allow('account.own');
const change = allow('account.own', { confirm: true });
const signedIn = answers(loginAnswer, 'Signed in; send the token as a bearer token from now on');

export const secondOptions = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/sign-in/second/options',
  summary: 'What the passkey dialog needs to be the second factor of a sign-in',
  request: { body: body(z.object({ ticket })) },
  responses: answers(passkeyOptions, 'For the browser; valid for five minutes and once'),
});

export const second = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/sign-in/second',
  summary: 'Finish a sign-in with the second factor',
  request: { body: body(secondBody) },
  responses: signedIn,
});

export const passkeySignInOptions = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/sign-in/passkey/options',
  summary: 'Begin a sign-in with a passkey alone',
  responses: answers(
    passkeyOptions.extend({ ticket: z.string() }),
    'For the browser; valid for five minutes and once',
  ),
});

export const passkeySignIn = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/sign-in/passkey',
  summary: 'Sign in with a passkey alone',
  request: { body: body(z.object({ ticket, passkey: passkeyResponse })) },
  responses: signedIn,
});

export const factors = createRoute({
  ...own,
  tags,
  method: 'get',
  path: '/me/second-factors',
  summary: 'Your passkeys, the app for codes and the recovery codes that are left',
  responses: answers(
    z.object({
      available: z.object({ passkeys: z.boolean() }),
      /** Whether the role has to have a second factor. */
      obligatory: z.boolean(),
      passkeys: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          /** False for one that was made under another name of the server: it works under that name only. */
          usable: z.boolean(),
          created_at: z.string(),
          last_used_at: z.string().nullable(),
        }),
      ),
      totp: z
        .object({
          since: z.string(),
          /** False after a restore without the master key: the codes of the app cannot be checked. */
          usable: z.boolean(),
        })
        .nullable(),
      recovery_codes_left: z.number(),
    }),
    'Without any secret',
  ),
});

export const newPasskeyOptions = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/me/passkeys/options',
  summary: 'What the passkey dialog needs to make a passkey',
  responses: answers(passkeyOptions, 'For the browser; valid for five minutes and once'),
});

export const addPasskey = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/me/passkeys',
  summary: 'Register the passkey that the browser made',
  request: {
    body: body(
      z.object({
        name: z.string().trim().min(1, 'Please enter a name.').max(PASSKEY_NAME_MAX),
        response: passkeyResponse,
      }),
    ),
  },
  responses: answers(z.object({ message: z.string(), id: z.number() }), 'Registered'),
});

export const removePasskey = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/me/passkeys/{id}',
  summary: 'Remove a passkey; the last factor only where none is obligatory',
  request: { params: idParam },
  responses: answers(message, 'Removed'),
});

export const beginTotp = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/me/totp',
  summary: 'Begin to set up an app for codes; nothing changes before its first right code',
  responses: answers(
    z.object({ secret: z.string(), uri: z.string() }),
    'For the app, as text and for a QR code',
  ),
});

export const activateTotp = createRoute({
  ...change,
  tags,
  method: 'put',
  path: '/me/totp',
  summary: 'Finish with the first code that the app shows',
  request: { body: body(z.object({ code })) },
  responses: answers(
    recoveryCodes,
    'Codes are asked for from the next sign-in on; the recovery codes are new',
  ),
});

export const removeTotp = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/me/totp',
  summary: 'Remove the app for codes; the last factor only where none is obligatory',
  responses: answers(message, 'Removed'),
});

export const newRecoveryCodes = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/me/recovery-codes',
  summary: 'Make ten new recovery codes; the ones before end',
  responses: answers(recoveryCodes, 'Shown this once'),
});
