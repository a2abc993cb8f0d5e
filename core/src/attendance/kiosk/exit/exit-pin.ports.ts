/** What a PIN is compared with: a salted slow hash, which kiosks keep so that they can do it without a network. */
export interface ExitVerifier {
  readonly salt: Uint8Array;
  /** Of PBKDF2 with SHA-256. */
  readonly rounds: number;
  readonly hash: Uint8Array;
}

export interface ExitPinRepository {
  /** Null while none is set. */
  read(): Promise<(ExitVerifier & { readonly changedAt: Date }) | null>;
  save(verifier: ExitVerifier, at: Date): Promise<void>;
  /** False when there was none. */
  remove(): Promise<boolean>;
}

export interface ExitPinRepos {
  readonly exitPin: ExitPinRepository;
}
