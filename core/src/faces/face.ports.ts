import type { Evidence } from '../attendance/evidence/evidence.types.ts';
import type { Actor, Reach } from '../kernel/access.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { ChallengeStep, FaceTemplate, ImageAnalysis, QualityReason } from './face.types.ts';
import type { GalleryCount } from './gallery.ports.ts';

export interface AnalyseOptions {
  /** `one`: a person at a camera. `many`: a group photo, searched in tiles to find small faces. */
  readonly scene: 'one' | 'many';
  readonly embed: boolean;
  readonly liveness: boolean;
  /** Also looks whether the picture is upside down or a negative, for photos that are compared with for years. */
  readonly careful?: boolean;
}

/** Why an image could not be decoded. Problems with the face itself are values, not errors. */
export type ImageProblem =
  | 'not_an_image'
  | 'unsupported_type'
  | 'damaged'
  | 'too_many_bytes'
  | 'too_many_pixels'
  | 'too_many_scans'
  | 'too_small';

export class ImageError extends Error {
  constructor(
    readonly problem: ImageProblem,
    message: string,
  ) {
    super(message);
    this.name = 'ImageError';
  }
}

/** The queue in front of the engine is full, or the request waited too long. */
export class EngineBusyError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('The face engine is busy.');
    this.name = 'EngineBusyError';
  }
}

/** Thresholds measured for the recogniser in use. They come with the model's manifest: they are valid for that model only. */
export interface RecogniserProfile {
  readonly modelId: string;
  readonly embeddingSize: number;
  /**
   * Cosine at or above which a 1:1 claim is accepted where too few people are enrolled to tell what is usual for a
   * picture, for adults and for younger people, who look more alike.
   */
  readonly verifyThreshold: number;
  readonly verifyThresholdFrom12: number;
  readonly verifyThresholdUnder12: number;
  /** The same for one false match in ten times as many: what a search needs depends on how many it compares with. */
  readonly identifyThreshold: number;
  /** Minimum lead of the best person's score over the second best. */
  readonly identifyMargin: number;
  /** Standard deviation of the scores of different people; null where it is not known. */
  readonly usualSpread: number | null;
  /** Cosine below which two enrolment photos are not of the same person. */
  readonly agreeThreshold: number;
  /** Passive liveness at or above which a face is live; below `spoofBelow` it is a picture, between them unsure. */
  readonly liveAbove: number;
  readonly spoofBelow: number;
  /** The same for each of the pictures of a movement: a dozen of them must not fail by one that is blurred. */
  readonly movingSpoofBelow: number;
}

export interface FaceEngine {
  readonly profile: RecogniserProfile;
  /** Ending the signal takes an image that still waits out of the queue; one that is being looked at is finished. */
  analyse(image: Uint8Array, options: AnalyseOptions, signal?: AbortSignal): Promise<ImageAnalysis>;
  /** How busy it is, for metrics; an engine without a queue has none. */
  load?(): EngineLoad;
  close(): Promise<void>;
}

export interface EngineLoad {
  /** Images it analyses at the same time. */
  readonly lanes: number;
  readonly running: number;
  readonly waiting: number;
}

export interface MasterKey {
  /** Identifies the key without revealing it. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The institution's master keys: the one in use, and older ones while a rotation is under way. */
export interface MasterKeys {
  /** Fails with `face_key_missing` or `face_key_mismatch` when this server must not use one. */
  current(): MasterKey;
  byId(id: string): MasterKey | null;
}

/** Whether this server has the master key that the database's face keys are wrapped with. */
export type MasterKeyState =
  | { readonly kind: 'ok'; readonly id: string }
  | { readonly kind: 'missing' | 'unreadable'; readonly expected: string | null }
  | { readonly kind: 'mismatch'; readonly id: string; readonly expected: string };

export interface InstallationKeys extends MasterKeys {
  state(): MasterKeyState;
  /** Compares the keys again with the fingerprint that the database records now. */
  compareWith(expected: string): void;
}

/** What the database says about master keys; decides whether a new one may be made. */
export interface MasterKeyRecord {
  /** Fingerprint of the key in use; null before the first one. */
  readonly expected: string | null;
  /** True when face keys or backups exist, which a new key could not open. */
  readonly hasDependents: boolean;
}

export interface SealedTemplate {
  readonly personId: number;
  readonly modelId: string;
  readonly sealed: Uint8Array;
  readonly quality: number;
  readonly createdAt: Date;
}

/** Everything stored about one person's face. */
export interface StoredFace {
  readonly personId: number;
  /** Null when it is lost: the templates cannot be opened. */
  readonly key: WrappedKey | null;
  readonly templates: readonly Pick<SealedTemplate, 'modelId' | 'sealed' | 'quality'>[];
}

export interface OpenedFace {
  readonly templates: readonly FaceTemplate[];
  /** Why the face, or a part of it, could not be opened. */
  readonly problem: UnreadableFace['problem'] | null;
}

/** Opens many faces at a time. */
export interface FaceOpener {
  open(faces: readonly StoredFace[], keys: Pick<MasterKeys, 'byId'>): Promise<OpenedFace[]>;
}

interface NewScan {
  readonly personId: number;
  readonly sessionId: number;
  readonly steps: readonly ChallengeStep[];
  readonly evidence: Evidence;
  /** The person entered the code of the place for this scan. */
  readonly enteredCode: boolean;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** A scan that the server opened for one session. */
export interface Scan {
  readonly id: string;
  /** All steps; the person is told one at a time. */
  readonly steps: readonly ChallengeStep[];
  /** Steps that were met. */
  readonly done: number;
  /** The picture it began with, sealed; null until there is one. */
  readonly front: Uint8Array | null;
  /** What was known about the place when it was opened. */
  readonly evidence: Evidence;
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

/** How far a scan is; what is given changes, the rest stays. */
export type ScanProgress = Partial<Pick<Scan, 'steps' | 'done' | 'front'>> & Pick<Scan, 'expiresAt'>;

export interface ScanOwner {
  readonly personId: number;
  readonly sessionId: number;
}

export interface FaceRepository {
  keyOf(personId: number): Promise<WrappedKey | null>;
  saveKey(personId: number, key: WrappedKey, at: Date): Promise<void>;
  faceOf(personId: number): Promise<StoredFace | null>;
  /** Faces of these people; those without templates, and deleted people, are left out. */
  facesOf(personIds: readonly number[]): Promise<StoredFace[]>;
  /** Everybody's faces, in pages. Deleted people are left out. */
  allFaces(): AsyncIterable<readonly StoredFace[]>;
  countWithin(reach: Reach): Promise<GalleryCount>;
  allKeys(): Promise<{ personId: number; key: WrappedKey }[]>;
  /** All keys, locked against other writers until the transaction ends. */
  lockAllKeys(): Promise<{ personId: number; key: WrappedKey }[]>;

  /** Entries of the change log since a position. Without one: none, and the position of now. */
  changesSince(position: FaceLogPosition | null): Promise<FaceChanges>;
  /** Begins a new log when this one was written in another PostgreSQL cluster, whose transaction numbers mean nothing here. */
  replaceForeignLog(): Promise<void>;
  /** Removes entries older than an hour; removals once they are scrubbed. */
  pruneChanges(): Promise<void>;
  /** Holds back other enrolments, on every server, until the transaction ends. */
  lockEnrolments(): Promise<void>;
  /** Removes face data of deleted people, which an interrupted deletion left. */
  removeOfDeletedPeople(): Promise<{ readonly people: number; readonly templates: number }>;
  /** Removed keys and templates that may still be in the database's files; null for none. */
  scrubTarget(): Promise<ScrubTarget | null>;
  /** True while an older transaction of this database, such as a backup, keeps rows that this one removed, or may remove some. */
  isSeenByOthers(xact: bigint): Promise<boolean>;
  noteScrubbed(xact: bigint): Promise<void>;
  masterKeyRecord(): Promise<MasterKeyRecord>;
  /** Records the fingerprint unless one is recorded; returns the one that is. */
  claimMasterKey(id: string): Promise<string>;
  replaceMasterKey(id: string): Promise<void>;

  addTemplate(template: SealedTemplate): Promise<void>;
  /** Removes all but the newest `count` templates. */
  keepNewest(personId: number, count: number): Promise<void>;
  removeTemplates(personId: number): Promise<number>;
  /** Removes the key, and the imprints of pictures that counted. */
  removeKey(personId: number): Promise<void>;
  lookAlikes(): Promise<(readonly [number, number])[]>;
  addLookAlikes(one: number, other: number, at: Date, notedBy: number): Promise<void>;

  /** Opens a scan and ends those of the person that are still open. */
  openScan(scan: NewScan): Promise<Scan>;
  /** The scan while it is open; null when it is unknown, of another session, expired or ended. */
  findScan(id: string, owner: ScanOwner, at: Date): Promise<Scan | null>;
  /** False when another request changed the scan since it was read, or ended it. */
  advanceScan(scan: Scan, progress: ScanProgress): Promise<boolean>;
  /** Ends the scan; false when it was ended already. */
  endScan(id: string, at: Date): Promise<boolean>;
  /** The steps of the newest challenge of the person, if it began after a moment and was not met. */
  unmetSteps(personId: number, after: Date): Promise<readonly ChallengeStep[] | null>;
  acceptScan(id: string, at: Date, score: number): Promise<void>;
  removeScansBefore(at: Date): Promise<void>;

  /** Stores the digest of an accepted image; false when it is stored already. */
  recordImageDigest(digest: Uint8Array, at: Date): Promise<boolean>;
  removeImageDigestsBefore(at: Date): Promise<void>;
  /** Whether a picture of this person that counted by then is the same as one of these but for some bits. */
  isFaceSeen(
    personId: number,
    imprints: readonly Uint8Array[],
    like: { readonly bits: number; readonly until: Date },
  ): Promise<boolean>;
  recordSeenFaces(personId: number, imprints: readonly Uint8Array[], at: Date): Promise<void>;
  removeSeenFacesBefore(at: Date): Promise<void>;
}

/**
 * A person's data key, wrapped by the institution's master key. The random data key seals the person's templates;
 * destroying it makes them unreadable in every copy, backups included.
 */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrappedKey: Uint8Array;
}

export interface ScrubTarget {
  /** The newest transaction that removed something. */
  readonly xact: bigint;
  /** True when somebody's face was erased, false when photos were replaced by newer ones only. */
  readonly isErasure: boolean;
  /** How long the oldest removal has waited. */
  readonly waitingHours: number;
  /** Nothing was scrubbed yet: statistics of former versions are to be removed, too. */
  readonly isFirst: boolean;
}

/** Rewrites the database's files of face data without removed rows. `later`: in use, or somebody still sees such rows. */
export type ScrubFaceFiles = (options: { readonly withStatistics: boolean }) => Promise<'scrubbed' | 'later'>;

/** The engine, or its state: it loads its models while the server already handles requests. */
export type FaceEngineSource = () => FaceEngine | 'starting' | 'unavailable';

export interface FaceRepos {
  readonly faces: FaceRepository;
}

export type EnrolmentResult =
  | { readonly kind: 'enrolled'; readonly photos: number; readonly quality: number }
  | {
      readonly kind: 'poor_quality';
      readonly photo: number;
      readonly reason: QualityReason;
      readonly message: string;
    }
  | { readonly kind: 'photos_disagree'; readonly photo: number }
  | { readonly kind: 'duplicate'; readonly of: PersonListing | null };

export interface Enrolment {
  readonly person: PersonListing;
  readonly photos: readonly Uint8Array[];
  /** True replaces the stored templates, false adds these photos to them. */
  readonly replace: boolean;
  /** Person whom the administrator declared a twin or look-alike. */
  readonly lookAlikeOf: PersonListing | null;
}

/** Where a server is in the change log. */
export interface FaceLogPosition {
  readonly logId: string | null;
  /** Every transaction before this one has been read. */
  readonly xact: bigint;
}

export interface FaceChanges {
  readonly position: FaceLogPosition;
  /** True when entries after the given position are gone: everything must be read again. */
  readonly isBroken: boolean;
  readonly entries: readonly { readonly id: string; readonly personId: number; readonly xact: bigint }[];
  /** Fingerprint of the master key that the database records. */
  readonly masterKeyId: string | null;
}

export interface UnreadableFace {
  readonly personId: number;
  readonly problem: 'no_key' | 'key_not_opened' | 'template_not_opened';
}

/** State of the gallery, for the readiness check, the metrics and the administrators' page. */
export interface GalleryStatus extends GalleryCount {
  /** False until all faces have been read for the first time. */
  readonly isLoaded: boolean;
  readonly unreadable: readonly UnreadableFace[];
  /** When the change log was last read without an error. */
  readonly lastReadAt: Date | null;
  /** When a change was last applied. */
  readonly lastChangeAt: Date | null;
  readonly lastError: string | null;
  readonly masterKey: MasterKeyState;
}

/** Seals templates with a data key per person; the data keys are wrapped by the master key. */
export interface TemplateVault {
  newKey(personId: number): Promise<WrappedKey>;
  /** Wraps the same data key with the current master key. */
  rewrap(personId: number, wrapped: WrappedKey): Promise<WrappedKey>;
  forPerson(personId: number, wrapped: WrappedKey): Promise<PersonVault>;
}

interface PersonVault {
  seal(modelId: string, embedding: Float32Array): Promise<Uint8Array>;
  open(modelId: string, sealed: Uint8Array): Promise<Float32Array>;
}

export interface FaceEnroller {
  enrol(actor: Actor, enrolment: Enrolment): Promise<EnrolmentResult>;
}
