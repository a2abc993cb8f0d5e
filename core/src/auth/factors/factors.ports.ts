import type { Role } from '../../kernel/access.ts';
import type { SealedSecret } from '../auth.ports.ts';
import type {
  FactorSummary,
  NewPasskey,
  Passkey,
  PasskeyOptions,
  PasskeyResponse,
  RelyingParty,
  SignInSettings,
  TicketMeans,
  Totp,
} from './factors.types.ts';

export interface FactorRepository {
  summary(personId: number): Promise<FactorSummary>;
  /** Whether the role has to have a factor and the person has none. */
  lacksOne(personId: number, role: Role): Promise<boolean>;

  passkeysOf(personId: number): Promise<Passkey[]>;
  passkeyByCredential(credentialId: string): Promise<Passkey | null>;
  /** The id; null when an account has the passkey already. */
  insertPasskey(passkey: NewPasskey): Promise<number | null>;
  /** Notes a use; false unless the authenticator counted on since the last one. */
  usePasskey(id: number, counter: number, at: Date): Promise<boolean>;
  removePasskey(personId: number, id: number): Promise<boolean>;

  /** The app whose codes count, or the one that is being set up. */
  totp(personId: number, which: 'active' | 'pending'): Promise<Totp | null>;
  savePendingTotp(personId: number, secret: SealedSecret, at: Date): Promise<void>;
  /** Puts the app that is being set up in the place of the one before; false when its secret is another one by now. */
  activateTotp(personId: number, shown: SealedSecret, step: number, at: Date): Promise<boolean>;
  /** Notes the use of a code; false when it or a later one was used. */
  useTotpStep(personId: number, step: number): Promise<boolean>;
  removeTotp(personId: number): Promise<boolean>;
  /** Every sealed secret, locked until the transaction ends, for a change of the master key. */
  lockTotpSecrets(): Promise<{ personId: number; isActive: boolean; secret: SealedSecret }[]>;
  resealTotp(personId: number, isActive: boolean, secret: SealedSecret): Promise<void>;

  replaceRecoveryCodes(personId: number, digests: readonly Uint8Array[]): Promise<void>;
  /** False when there is no such code, or no longer. */
  useRecoveryCode(personId: number, digest: Uint8Array): Promise<boolean>;

  /** Makes changes of one person's factors wait for each other, until the transaction ends. */
  lock(personId: number): Promise<void>;
  /** Removes passkeys, app and recovery codes; false when there was nothing. */
  removeAll(personId: number): Promise<boolean>;
}

/** A sign-in whose password was right and whose second factor is still to come. */
export interface SecondFactorTicket {
  readonly personId: number;
  readonly means: TicketMeans;
  /** Digest of the hash of the password that was right; null where none was asked for. */
  readonly passwordDigest: Uint8Array | null;
  /** Tries so far: a right one ends the ticket. */
  readonly wrongTries: number;
}

/** Tickets and challenges that seem valid for longer than they can be were made by a wrong clock and do not count. */
export interface TicketRepository {
  insert(
    ticket: Omit<SecondFactorTicket, 'wrongTries'> & { tokenHash: Uint8Array; expiresAt: Date },
  ): Promise<void>;
  find(tokenHash: Uint8Array, now: Date): Promise<SecondFactorTicket | null>;
  /** Counts a try before it is looked at; false when there were `most`, or the ticket has ended. */
  countTry(tokenHash: Uint8Array, most: number, now: Date): Promise<boolean>;
  /** Makes others who use the ticket wait until the transaction ends; false when it has ended. */
  lock(tokenHash: Uint8Array, now: Date): Promise<boolean>;
  /** Ends the ticket; false when it had ended. */
  take(tokenHash: Uint8Array, now: Date): Promise<boolean>;

  /** The challenge that the next answer to a passkey dialog has to sign; one for each owner. */
  saveChallenge(owner: string, challenge: string, when: { at: Date; expiresAt: Date }): Promise<void>;
  /** Those that are open, of owners with this beginning and a digest in hexadecimal digits after it. */
  countChallenges(beginning: string, now: Date): Promise<number>;
  /** Ends the challenge and answers it; null when it is unknown, expired or used. */
  takeChallenge(owner: string, now: Date): Promise<string | null>;

  removeExpired(now: Date, pendingBefore: Date): Promise<void>;
}

export interface SignInSettingsRepository {
  read(): Promise<SignInSettings>;
  save(settings: SignInSettings): Promise<void>;
}

export interface FactorRepos {
  readonly signInSettings: SignInSettingsRepository;
  readonly factors: FactorRepository;
  readonly tickets: TicketRepository;
}

/** Port: makes and checks what browsers exchange with passkeys (WebAuthn). Null on hosts without it. */
export interface PasskeyLibrary {
  newPasskey(request: {
    readonly party: RelyingParty;
    readonly partyName: string;
    /** Stored in the passkey; says nothing about the person. */
    readonly userHandle: Uint8Array;
    readonly username: string;
    readonly displayName: string;
    readonly existing: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
  }): Promise<{ options: PasskeyOptions; challenge: string }>;

  /** Null for an answer that is not to this challenge, of another page, or without proof of the person. */
  verifyNew(request: {
    readonly party: RelyingParty;
    readonly challenge: string;
    readonly response: PasskeyResponse;
  }): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null>;

  /** `allowed` null: whichever the person chooses. */
  ask(request: {
    readonly party: RelyingParty;
    readonly allowed: readonly Pick<Passkey, 'credentialId' | 'transports'>[] | null;
    readonly verifyPerson: boolean;
  }): Promise<{ options: PasskeyOptions; challenge: string }>;

  /** The new counter; null for an answer that does not count. */
  verify(request: {
    readonly party: RelyingParty;
    readonly challenge: string;
    readonly passkey: Passkey;
    readonly response: PasskeyResponse;
    readonly verifyPerson: boolean;
  }): Promise<{ counter: number } | null>;
}
