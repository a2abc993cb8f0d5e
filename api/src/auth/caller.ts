import type { Caller, SignedIn } from '@rollcall/core/auth/auth.types';
import { isAdministrator, type Role } from '@rollcall/core/kernel/access';
import bowser from 'bowser';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Env } from '../http/router.ts';
import { presentUser } from '../people/people.presenter.ts';
import type { loginAnswer } from './auth.contract.ts';

/** What the browser remembers of its last sign-in (`device` of the answer), sent with the next one. */
export const DEVICE_HEADER = 'X-Device';
const DEVICE = /^[A-Za-z0-9_-]{43}$/;

/** Who shows a secret; for every route that signs in or asks for the password again. */
export const callerOf = (c: Context<Env>): Caller => ({
  address: c.get('address'),
  userAgent: c.req.header('User-Agent') ?? '',
  deviceToken: DEVICE.exec(c.req.header(DEVICE_HEADER) ?? '')?.[0] ?? null,
});

const NAME_MAX = 60;

/** `Firefox on Windows`; a program that is no browser is shown by the name it gives itself. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown';
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, NAME_MAX) || 'Unknown';
}

/** The specification knows administrators and users only. */
export const wireRole = (role: Role): 'admin' | 'user' => (isAdministrator(role) ? 'admin' : 'user');

/** The answer of every way to sign in. */
export const presentSignedIn = ({
  token,
  person,
  mustDo,
  deviceToken,
}: SignedIn): z.infer<typeof loginAnswer> => ({
  access_token: token,
  role: wireRole(person.role),
  user: presentUser(person),
  must_do: mustDo,
  device: deviceToken,
});
