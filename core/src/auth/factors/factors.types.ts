import type { Role } from '../../kernel/access.ts';
import type { SealedSecret } from '../auth.ports.ts';
import type { SignInMeans } from '../auth.types.ts';

/** What the institution asks of sign-ins. */
export interface SignInSettings {
  /** Roles whose accounts have to have a second factor. */
  readonly secondFactorRoles: readonly Role[];
  /** Dangerous acts need a second administrator, where there is one. */
  readonly needsApproval: boolean;
}

export interface Passkey {
  readonly id: number;
  readonly personId: number;
  /** Chosen by the authenticator, in base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  /** Signatures so far, as the authenticator counts them; always 0 for those that do not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** The name of the server for which it was made; it works under no other. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

/** An app that shows a code every thirty seconds. */
export interface Totp {
  readonly secret: SealedSecret;
  readonly since: Date;
  /** The thirty seconds whose code was used last: it and earlier ones are not accepted again. */
  readonly lastStep: number | null;
}

/** What somebody has beside the password. Recovery codes alone are not a factor. */
export interface FactorSummary {
  readonly passkeys: number;
  readonly totp: SealedSecret | null;
  readonly recoveryCodes: number;
}

export type FactorMethod = 'passkey' | 'totp' | 'recovery_code';

/** Ways to sign in that a second factor can follow; a passkey alone is both. */
export type TicketMeans = Exclude<SignInMeans, 'passkey' | 'set_up'>;

/** What somebody shows as their second factor. */
export type ShownFactor =
  | { readonly method: 'totp'; readonly code: string }
  | { readonly method: 'recovery_code'; readonly code: string }
  | { readonly method: 'passkey'; readonly response: PasskeyResponse };

/** What a browser answers in its passkey dialog. Only the passkey library reads more of it than the id. */
export interface PasskeyResponse {
  readonly id: string;
}

/** The server as a browser knows it: the name that passkeys belong to, and the address of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** For the browser's passkey dialog. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;
