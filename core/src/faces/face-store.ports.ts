import type { ChallengeStep } from './face.types.ts';
import type { WrappedKey } from './template-vault.ts';

export interface SealedTemplate {
  readonly personId: number;
  readonly modelId: string;
  readonly sealed: Uint8Array;
  readonly quality: number;
  readonly createdAt: Date;
}

/** Everything kept of one person's face. */
export interface StoredFace {
  readonly personId: number;
  readonly key: WrappedKey;
  readonly templates: readonly SealedTemplate[];
}

export interface NewScan {
  readonly personId: number;
  readonly sessionId: number;
  readonly challenge: readonly ChallengeStep[];
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface Scan {
  readonly id: string;
  readonly challenge: readonly ChallengeStep[];
  readonly expiresAt: Date;
}

export interface FaceRepository {
  keyOf(personId: number): Promise<WrappedKey | null>;
  saveKey(personId: number, key: WrappedKey, at: Date): Promise<void>;
  /** One person's face, or everybody's, in pages. */
  faceOf(personId: number): Promise<StoredFace | null>;
  allFaces(): AsyncIterable<readonly StoredFace[]>;
  allKeys(): Promise<{ personId: number; key: WrappedKey }[]>;
  addTemplate(template: SealedTemplate): Promise<void>;
  /** Keeps the newest ones only. */
  keepNewest(personId: number, count: number): Promise<void>;
  removeTemplates(personId: number): Promise<number>;
  removeKey(personId: number): Promise<void>;
  lookAlikes(): Promise<(readonly [number, number])[]>;
  addLookAlikes(one: number, other: number, at: Date, notedBy: number): Promise<void>;

  insertScan(scan: NewScan): Promise<Scan>;
  /** The scan, spent by this very call; null when it is unknown, another session's, too old or already spent. */
  takeScan(id: string, owner: { personId: number; sessionId: number }, at: Date): Promise<Scan | null>;
  acceptScan(id: string, at: Date, score: number): Promise<void>;
  removeScansBefore(at: Date): Promise<void>;

  /** True the first time these bytes are seen. */
  rememberImage(digest: Uint8Array, at: Date): Promise<boolean>;
  forgetImagesBefore(at: Date): Promise<void>;
}
