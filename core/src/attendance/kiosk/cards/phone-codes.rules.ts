import type { RandomSource } from '../../../kernel/random.ts';
import { toBase32 } from './base32.ts';

/** How long a code is shown. */
export const STEP_MS = 30_000;
/** Codes before and after the present one that count: a phone's clock is not exact, and people are slow. */
const STEPS_OFF = 1;
/** Phones of one person. */
export const PHONES_PER_PERSON = 5;

export const PHONE_KEY_BYTES = 32;
export const PHONE_KEY = { name: 'HMAC', hash: 'SHA-256' } as const;
/** 80 bits, which nobody guesses within a minute and a half. */
const ID_BYTES = 10;
const MAC_BYTES = 10;

export const newPhoneId = (random: RandomSource): string => toBase32(random.bytes(ID_BYTES));

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** How long the code of this moment is still shown. */
export const leftOfStep = (at: Date): number => STEP_MS - (at.getTime() % STEP_MS);

export const isStepNow = (step: number, at: Date): boolean => Math.abs(step - stepAt(at)) <= STEPS_OFF;

async function macOf(key: CryptoKey, phoneId: string, step: number): Promise<string> {
  const text = new TextEncoder().encode(`rollcall phone|${phoneId}|${step}`);
  const mac = new Uint8Array(await crypto.subtle.sign(PHONE_KEY.name, key, text));
  return toBase32(mac.slice(0, MAC_BYTES));
}

/** The key as browser and server use it; nothing reads its bytes again. */
export const importPhoneKey = (bytes: Uint8Array): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(bytes), PHONE_KEY, false, ['sign']);

/** What the phone shows at a moment. */
export async function phoneCode(key: CryptoKey, phoneId: string, at: Date): Promise<string> {
  const step = stepAt(at);
  return `RP1:${phoneId}.${step}.${await macOf(key, phoneId, step)}`;
}

/** Whether the phone with this key made the code, whenever that was. */
export async function isPhoneMac(
  key: CryptoKey,
  { phoneId, step, mac }: { readonly phoneId: string; readonly step: number; readonly mac: string },
): Promise<boolean> {
  const right = await macOf(key, phoneId, step);
  // As long for a code that is nearly right as for any other.
  let differing = right.length ^ mac.length;
  for (let at = 0; at < right.length; at += 1) differing |= right.charCodeAt(at) ^ mac.charCodeAt(at);
  return differing === 0;
}

/** What the key of a phone is sealed for. */
export const phonePurpose = (phoneId: string): string => `phone ${phoneId}`;
