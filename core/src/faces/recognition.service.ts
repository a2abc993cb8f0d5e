import type { AttendanceRecorder, AttendanceRepos, MarkResult } from '../attendance/attendance.ports.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { RandomSource } from '../kernel/random.ts';
import {
  CHALLENGE_MESSAGES,
  type ChallengeProblem,
  chooseChallenge,
  SCAN_LIFETIME_MS,
  verifyChallenge,
} from '../liveness/challenge.rules.ts';
import { livenessVerdict } from '../liveness/liveness.rules.ts';
import type { ConsentCheck } from '../privacy/privacy.ports.ts';
import type { SettingsReader, SettingsRepos } from '../settings/settings.ports.ts';
import { type FaceGallery, type FaceRepos, galleryKey, lookAlikeKeys, type Scan } from './face.ports.ts';
import type { FaceObservation, ImageAnalysis, QualityReason } from './face.types.ts';
import { checkSingleFace } from './face-quality.rules.ts';
import type { GallerySync } from './gallery-sync.ts';
import type { ImageAnalyser } from './image-analyser.ts';
import { cosine, decideVerification } from './match.rules.ts';

type Repos = AttendanceRepos & AuditRepos & FaceRepos & SettingsRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly gallery: FaceGallery;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
  readonly images: ImageAnalyser;
  readonly consent: ConsentCheck;
  readonly gallerySync: Pick<GallerySync, 'assertLoaded'>;
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
}

interface FaceMark {
  readonly image: Uint8Array;
  readonly frames: readonly Uint8Array[];
  readonly scanId: string | null;
}

export type Recognition =
  | MarkResult
  | { readonly outcome: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  | { readonly outcome: 'challenge_required'; readonly scan: Scan }
  | { readonly outcome: 'challenge_failed'; readonly problem: ChallengeProblem; readonly message: string }
  | { readonly outcome: 'not_live' | 'not_you' | 'ambiguous' | 'not_enrolled' };

/** Marks the signed-in person present by their face: 1:1 verification on the server, from images alone. */
export function createRecognitionService(needs: Needs) {
  const { clock, random, repos, gallery, transactAndPublish, settings, attendance, images, consent } = needs;
  const { gallerySync } = needs;

  const startScan = async (actor: Actor, withChallenge: boolean): Promise<Scan> => {
    const at = clock.now();
    return repos.faces.insertScan({
      personId: actor.personId,
      sessionId: actor.sessionId,
      challenge: withChallenge ? chooseChallenge(random) : [],
      at,
      expiresAt: new Date(at.getTime() + SCAN_LIFETIME_MS),
    });
  };

  const takeScan = async (actor: Actor, scanId: string | null): Promise<Scan | null> => {
    if (scanId === null) return null;
    const scan = await repos.faces.takeScan(scanId, actor, clock.now());
    if (!scan) throw new AppError('scan_not_accepted');
    return scan;
  };

  const refuse = async (
    actor: Actor,
    outcome: 'not_live' | 'not_you' | 'ambiguous',
  ): Promise<Recognition> => {
    await repos.audit.insert(auditEntry(actor, clock.now(), 'face_refused', actor.code, { outcome }));
    return { outcome };
  };

  /** Compares the face with this person's template and with the nearest other people. */
  const verify = async (actor: Actor, face: FaceObservation) => {
    const { profile } = images.engine();
    if (!face.embedding) throw new Error('The engine was asked to embed and did not.');
    const probe = { modelId: profile.modelId, embedding: face.embedding };
    const personId = galleryKey(actor.personId);
    const ownScore = await gallery.scoreOf(personId, probe);
    const lookAlikes = lookAlikeKeys(await repos.faces.lookAlikes());
    const others = (await gallery.search(probe)).filter((match) => match.personId !== personId);
    return { ownScore, verdict: decideVerification({ profile, personId, ownScore, others, lookAlikes }) };
  };

  const analyseFrame = (bytes: Uint8Array): Promise<ImageAnalysis> =>
    images.analyse(bytes, { scene: 'one', embed: true, liveness: true });

  /** Null when the challenge was met by the person of the image to recognise; else what went wrong. */
  const challengeProblem = (
    scan: Scan,
    face: FaceObservation,
    frames: readonly ImageAnalysis[],
  ): ChallengeProblem | null => {
    const { profile } = images.engine();
    const outcome = verifyChallenge({ frames, steps: scan.challenge, profile });
    if (!outcome.ok) return outcome.problem;
    const [one, other] = [outcome.frontal.embedding, face.embedding];
    if (!one || !other || cosine(one, other) < profile.agreeThreshold) return 'different_people';
    return null;
  };

  return {
    async readiness({ personId }: Actor): Promise<MarkReadiness> {
      const { date, isWorkingDay } = await settings.today();
      const face = await repos.faces.faceOf(personId);
      return {
        isEnrolled: face !== null && face.key !== null && face.templates.length > 0,
        isAllowed: (await consent.allowedAmong([personId])).has(personId),
        today: date,
        isDue: isWorkingDay,
        day: await repos.attendance.dayOf(personId, date),
      };
    },

    async start(actor: Actor): Promise<Scan> {
      await consent.assertAllowed(actor.personId);
      images.engine(); // throws now, before the camera starts, when the engine is not ready
      gallerySync.assertLoaded();
      return startScan(actor, (await repos.settings.liveness()) === 'always');
    },

    async mark(actor: Actor, { image, frames, scanId }: FaceMark): Promise<Recognition> {
      await consent.assertAllowed(actor.personId);
      const { profile } = images.engine();
      gallerySync.assertLoaded();
      const scan = await takeScan(actor, scanId);
      const policy = await repos.settings.liveness();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(image)));

      const verdict = checkSingleFace(await analyseFrame(image), 'attendance');
      if (!verdict.ok) return { outcome: 'poor_quality', reason: verdict.reason, message: verdict.message };
      const { face } = verdict;

      const live = livenessVerdict(policy, face.liveness, profile);
      if (live === 'refuse') return refuse(actor, 'not_live');
      if (live === 'challenge') {
        if (!scan || scan.challenge.length === 0 || frames.length === 0) {
          return { outcome: 'challenge_required', scan: await startScan(actor, true) };
        }
        const analyses: ImageAnalysis[] = [];
        for (const frame of frames) analyses.push(await analyseFrame(frame));
        const problem = challengeProblem(scan, face, analyses);
        if (problem !== null)
          return { outcome: 'challenge_failed', problem, message: CHALLENGE_MESSAGES[problem] };
      }

      const { ownScore, verdict: match } = await verify(actor, face);
      if (ownScore === null) return { outcome: 'not_enrolled' };
      if (match !== 'accepted') return refuse(actor, match);

      const today = await settings.today();
      return transactAndPublish(
        'attendance',
        async (tx): Promise<Recognition> => {
          // The gallery of another server may be a moment behind: a face without a key marks nobody.
          if (!(await tx.faces.keyOf(actor.personId))) return { outcome: 'not_enrolled' };
          // The same bytes a second time are a replayed request, whoever sends them.
          if (!(await tx.faces.recordImageDigest(digest, today.now))) throw new AppError('scan_not_accepted');
          if (scan) await tx.faces.acceptScan(scan.id, today.now, ownScore);
          return attendance.record(tx, { personId: actor.personId, means: 'face', score: ownScore }, today);
        },
        actor.personId,
      );
    },
  };
}
