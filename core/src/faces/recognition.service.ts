import type { AttendanceRecorder, AttendanceRepos, MarkResult } from '../attendance/attendance.ports.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import type { PlaceCheck, PlaceStanding } from '../attendance/evidence/evidence.ports.ts';
import type { MissingProof } from '../attendance/evidence/evidence.rules.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { type Clock, later } from '../kernel/clock.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RandomSource } from '../kernel/random.ts';
import type { Transact } from '../kernel/transact.ts';
import {
  CHALLENGE_MESSAGES,
  type ChallengeProblem,
  chooseSteps,
  frontViewOf,
  isFrontal,
  SAME_STEPS_MS,
  SCAN_LIFETIME_MS,
  STEP_LIFETIME_MS,
  verifyStep,
} from '../liveness/challenge.rules.ts';
import { packFrontView, unpackFrontView } from '../liveness/front-view.rules.ts';
import { livenessVerdict } from '../liveness/liveness.rules.ts';
import type { ConsentCheck } from '../privacy/privacy.ports.ts';
import type { SettingsReader, SettingsRepos } from '../settings/settings.ports.ts';
import type { Comparisons } from './comparisons.ts';
import type { FaceRepos, Scan, TemplateVault } from './face.ports.ts';
import type { ChallengeStep, FaceObservation, QualityReason } from './face.types.ts';
import { checkSingleFace, doubtfulAspect } from './face-quality.rules.ts';
import { type FaceGallery, galleryKey } from './gallery.ports.ts';
import type { GallerySync } from './gallery-sync.ts';
import type { ImageAnalyser } from './images/image-analyser.ts';
import { decideVerification } from './matching/match.rules.ts';

type Repos = AttendanceRepos & AuditRepos & FaceRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transact: Transact<Repos>;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
  readonly images: ImageAnalyser;
  readonly comparisons: Comparisons;
  readonly consent: ConsentCheck;
  readonly gallerySync: Pick<GallerySync, 'assertLoaded'>;
  readonly places: PlaceCheck;
  readonly vault: Pick<TemplateVault, 'forPerson'>;
}

/** What is known before the camera opens. */
export interface MarkReadiness {
  readonly isEnrolled: boolean;
  /** False where consent is required and missing. */
  readonly isAllowed: boolean;
  readonly today: LocalDate;
  /** False on a day off: a visit is recorded and counts in no rate. */
  readonly isDue: boolean;
  /** What is recorded of today. */
  readonly day: AttendanceDay | null;
  /** What the device shows about the place. */
  readonly place: PlaceStanding;
}

/** The next step of a challenge: the only one that the person is told. */
export interface NextStep {
  readonly scan: Scan;
  readonly step: ChallengeStep;
}

export type Recognition =
  | MarkResult
  | { readonly outcome: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  | { readonly outcome: 'challenge_required'; readonly next: NextStep }
  | { readonly outcome: 'challenge_failed'; readonly problem: ChallengeProblem; readonly message: string }
  /** `hint`: what may be wrong with the picture. */
  | { readonly outcome: 'not_you'; readonly hint: QualityReason | null }
  | { readonly outcome: 'not_live' | 'ambiguous' | 'not_enrolled' };

type Refused =
  | Extract<Recognition, { outcome: 'not_you' } | { outcome: 'challenge_failed' }>
  | { readonly outcome: 'not_live' | 'ambiguous' };

const MISSING_PROOF: Readonly<Record<MissingProof, ErrorCode>> = {
  use_kiosk: 'place_kiosk_needed',
  join_network: 'place_network_needed',
  enter_code: 'place_code_needed',
  join_network_or_enter_code: 'place_network_or_code_needed',
};

const LOOK = { scene: 'one', embed: true, liveness: true } as const;

/**
 * Bits in which the same picture may differ after it was cropped, scaled, turned a little or compressed again. Other
 * pictures of the same person differ in 39 and more, frames of one film a few seconds apart often in fewer (docs/SECURITY.md).
 */
const SAME_PICTURE_BITS = 18;

/**
 * Marks the signed-in person present by their face: 1:1 verification on the server, from images alone. Every mark
 * begins with a scan that the server opened; its first picture is who, and further ones, step by step, whether somebody
 * moves as asked.
 */
export function createRecognitionService(needs: Needs) {
  const { clock, random, repos, gallery, transactAndPublish, settings, attendance, images, consent } = needs;
  const { comparisons, gallerySync, places, transact, vault } = needs;

  /** Ends the scan: the next try needs another one. */
  const refuse = async (actor: Actor, scan: Scan, refusal: Refused): Promise<Recognition> => {
    const at = clock.now();
    const { outcome } = refusal;
    const { evidence } = scan;
    await repos.faces.endScan(scan.id, at);
    const detail =
      refusal.outcome === 'challenge_failed'
        ? { outcome, problem: refusal.problem, evidence }
        : { outcome, evidence };
    await repos.audit.insert(auditEntry(actor, at, 'face_refused', actor.code, detail));
    return refusal;
  };
  const challengeFailed = (problem: ChallengeProblem) =>
    ({ outcome: 'challenge_failed', problem, message: CHALLENGE_MESSAGES[problem] }) as const;

  /** Compares the face with this person's template and with the nearest other people. */
  const verify = async (actor: Actor, embedding: Float32Array) => {
    const { profile } = images.engine();
    const probe = { modelId: profile.modelId, embedding };
    const personId = galleryKey(actor.personId);
    const ownScore = await gallery.scoreOf(personId, probe);
    const neighbours = await gallery.neighbours(probe);
    const comparison = await comparisons.current();
    return { ownScore, verdict: decideVerification({ personId, ownScore, neighbours }, comparison) };
  };

  /**
   * Whether one of the pictures counted in an earlier scan, as it is or mirrored. Those of one scan are moments apart and may
   * well look the same.
   */
  const isRepeated = (personId: number, { startedAt }: Scan, faces: readonly FaceObservation[]) =>
    repos.faces.isFaceSeen(
      personId,
      faces.flatMap(({ imprint, mirroredImprint }) => [imprint, mirroredImprint]),
      { bits: SAME_PICTURE_BITS, until: startedAt },
    );

  /** Remembers pictures that a scan goes on with. The same bytes a second time are a replay, whoever sends them. */
  const remember = async (
    tx: FaceRepos,
    actor: Actor,
    pictures: readonly Picture[],
    at: Date,
  ): Promise<void> => {
    for (const { digest } of pictures)
      if (!(await tx.faces.recordImageDigest(digest, at))) throw new AppError('scan_not_accepted');
    const prints = pictures.map(({ face }) => face.imprint).filter((print) => print.length > 0);
    await tx.faces.recordSeenFaces(actor.personId, prints, at);
  };

  const personVault = async ({ personId }: Actor) => {
    const key = await repos.faces.keyOf(personId);
    return key && vault.forPerson(personId, key);
  };

  /** Goes on to the next step. A second request for the same step finds that the scan has moved on. */
  const advance = async (
    actor: Actor,
    scan: Scan,
    progress: Pick<Scan, 'steps' | 'done' | 'front'>,
    pictures: readonly Picture[],
  ): Promise<Recognition> => {
    const at = clock.now();
    const next: Scan = { ...scan, ...progress, expiresAt: later(at, STEP_LIFETIME_MS) };
    const step = next.steps[next.done];
    if (!step) throw new AppError('internal');
    await transact(async (tx) => {
      if (!(await tx.faces.advanceScan(scan, next))) throw new AppError('scan_not_accepted');
      await remember(tx, actor, pictures, at);
    });
    return { outcome: 'challenge_required', next: { scan: next, step } };
  };

  /** Records the check-in with what the scan proves. */
  const accept = async (
    actor: Actor,
    scan: Scan,
    score: number,
    pictures: readonly Picture[],
  ): Promise<Recognition> => {
    const today = await settings.today();
    return transactAndPublish(
      'attendance',
      async (tx): Promise<Recognition> => {
        // The gallery of another server may be a moment behind: a face without a key marks nobody.
        if (!(await tx.faces.keyOf(actor.personId))) return { outcome: 'not_enrolled' };
        if (!(await tx.faces.endScan(scan.id, today.now))) throw new AppError('scan_not_accepted');
        await remember(tx, actor, pictures, today.now);
        await tx.faces.acceptScan(scan.id, today.now, score);
        const { evidence } = scan;
        return attendance.record(
          tx,
          { personId: actor.personId, means: 'face', score, evidence, by: null },
          today,
        );
      },
      actor.personId,
    );
  };

  /** The first picture of a scan: who it is, and whether that is enough. */
  const begin = async (actor: Actor, scan: Scan, image: Uint8Array): Promise<Recognition> => {
    const { profile } = images.engine();
    const policy = await repos.settings.liveness();
    const analysis = checkSingleFace(await images.analyse(image, LOOK), 'attendance');
    // A dark or blurred picture is no try: the scan stays open for a better one.
    if (!analysis.ok) return { outcome: 'poor_quality', reason: analysis.reason, message: analysis.message };
    const { face } = analysis;
    const live = livenessVerdict(policy, face.liveness, profile);
    if (live === 'refuse') return refuse(actor, scan, { outcome: 'not_live' });
    const front = frontViewOf(face);
    const { ownScore, verdict } = await verify(actor, front.embedding);
    if (ownScore === null) return { outcome: 'not_enrolled' };
    if (verdict === 'not_you')
      return refuse(actor, scan, { outcome: verdict, hint: doubtfulAspect(face.measures) });
    if (verdict === 'ambiguous') return refuse(actor, scan, { outcome: verdict });
    if (await isRepeated(actor.personId, scan, [face]))
      return refuse(actor, scan, challengeFailed('seen_before'));
    const pictures = [{ face, digest: await digestOf(image) }];
    if (live === 'pass') return accept(actor, scan, ownScore, pictures);
    if (!isFrontal(face)) return challengeFailed('not_frontal');
    const key = await personVault(actor);
    if (!key) return { outcome: 'not_enrolled' };
    const unmet = await repos.faces.unmetSteps(actor.personId, later(clock.now(), -SAME_STEPS_MS));
    const steps = unmet ?? chooseSteps(random);
    const sealed = await key.seal(scan.id, packFrontView(front));
    return advance(actor, scan, { steps, done: 0, front: sealed }, pictures);
  };

  /** The pictures of one step. */
  const goOn = async (
    actor: Actor,
    scan: Scan,
    sealed: Uint8Array,
    frames: readonly Uint8Array[],
  ): Promise<Recognition> => {
    const { profile } = images.engine();
    const key = await personVault(actor);
    const step = scan.steps[scan.done];
    if (!key || !step) throw new AppError('scan_not_accepted');
    const front = unpackFrontView(await key.open(scan.id, sealed));
    const outcome = verifyStep({ front, frames: await images.analyseAll(frames, LOOK), step, profile });
    if (!outcome.ok) return refuse(actor, scan, challengeFailed(outcome.problem));
    if (await isRepeated(actor.personId, scan, outcome.faces))
      return refuse(actor, scan, challengeFailed('seen_before'));
    const digests = await Promise.all(frames.map(digestOf));
    const pictures = outcome.faces.map((face, i) => ({ face, digest: digests[i] ?? new Uint8Array() }));
    const done = scan.done + 1;
    if (done < scan.steps.length)
      return advance(actor, scan, { steps: scan.steps, done, front: sealed }, pictures);
    // Again at the end: face data may have been removed or replaced since the scan began.
    const { ownScore, verdict } = await verify(actor, front.embedding);
    if (ownScore === null) return { outcome: 'not_enrolled' };
    if (verdict === 'not_you') return refuse(actor, scan, { outcome: verdict, hint: null });
    if (verdict === 'ambiguous') return refuse(actor, scan, { outcome: verdict });
    return accept(actor, scan, ownScore, pictures);
  };

  return {
    async readiness(actor: Actor): Promise<MarkReadiness> {
      const { personId } = actor;
      const { date, isWorkingDay } = await settings.today();
      const face = await repos.faces.faceOf(personId);
      return {
        isEnrolled: face !== null && face.key !== null && face.templates.length > 0,
        isAllowed: (await consent.allowedAmong([personId])).has(personId),
        today: date,
        isDue: isWorkingDay,
        day: await repos.attendance.dayOf(personId, date),
        place: await places.standingOf(actor, null),
      };
    },

    /** Opens a scan. `code` is what the person read at the place. */
    async start(actor: Actor, code: string | null): Promise<Scan> {
      await consent.assertAllowed(actor.personId);
      images.engine(); // throws now, before the camera starts, when the engine is not ready
      gallerySync.assertLoaded();
      const { evidence, missing } = await places.standingOf(actor, code);
      if (missing) throw new AppError(MISSING_PROOF[missing]);
      const at = clock.now();
      const { personId, sessionId } = actor;
      const expiresAt = later(at, SCAN_LIFETIME_MS);
      const enteredCode = code !== null;
      return repos.faces.openScan({ personId, sessionId, steps: [], evidence, enteredCode, at, expiresAt });
    },

    /** One picture to begin with, then those of each step. */
    async mark(actor: Actor, scanId: string, pictures: readonly Uint8Array[]): Promise<Recognition> {
      await consent.assertAllowed(actor.personId);
      images.engine();
      gallerySync.assertLoaded();
      const scan = await repos.faces.findScan(scanId, actor, clock.now());
      if (!scan) throw new AppError('scan_not_accepted');
      const [first] = pictures;
      if (!first) throw new AppError('invalid_input');
      return scan.front ? goOn(actor, scan, scan.front, pictures) : begin(actor, scan, first);
    },
  };
}

interface Picture {
  readonly face: FaceObservation;
  /** SHA-256 of the file. */
  readonly digest: Uint8Array;
}

const digestOf = async (file: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(file)));
