import * as z from 'zod/mini';
import { ApiError } from '../../lib/api/api-error.ts';

export const SECOND_METHODS = ['passkey', 'totp', 'recovery_code'] as const;
export type SecondMethod = (typeof SECOND_METHODS)[number];

const offer = z.object({ ticket: z.string(), methods: z.array(z.enum(SECOND_METHODS)) });

/** What a sign-in goes on with after the password. */
export type SecondStep = z.infer<typeof offer>;

/** The offer in a `second_factor_needed` answer; null for every other failure. */
export function readSecondStep(error: unknown): SecondStep | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return null;
  return offer.safeParse(error.details.second_factor).data ?? null;
}

/** The methods that this browser can offer, the easiest first. */
export const usableMethods = (methods: readonly SecondMethod[], canUsePasskeys: boolean): SecondMethod[] =>
  SECOND_METHODS.filter((method) => methods.includes(method) && (method !== 'passkey' || canUsePasskeys));
