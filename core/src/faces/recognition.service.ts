import type { Actor } from '../access.ts';
import type { AttendanceService, Marked } from '../attendance/attendance.service.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { ConsentService } from '../privacy/consent.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { AnalyseImage } from './analyse-image.ts';
import { type ChallengeProblem, verifyChallenge } from './challenge.rules.ts';
import { CHALLENGE_MESSAGES, chooseChallenge, SCAN_LIFETIME_MS } from './challenge-choice.rules.ts';
import { cosine } from './embedding.rules.ts';
import type { FaceObservation, ImageAnalysis, QualityReason } from './face.types.ts';
import { judgeSingleFace } from './face-quality.rules.ts';
import type { Scan } from './face-store.ports.ts';
import { galleryKey } from './gallery-keeper.ts';
import { livenessVerdict } from './liveness.rules.ts';
import { decideVerification } from './match.rules.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos' | 'gallery'> & {
  announcing: Announcing;
  settings: SettingsService;
  attendance: AttendanceService;
  images: AnalyseImage;
  consent: ConsentService;
};

export interface FaceMark {
  readonly image: Uint8Array;
  readonly frames: readonly Uint8Array[];
  readonly scanId: string | null;
}

export type Recognition =
  | Marked
  | { readonly outcome: 'poor_quality'; readonly reason: QualityReason; readonly message: string }
  | { readonly outcome: 'challenge_required'; readonly scan: Scan }
  | { readonly outcome: 'challenge_failed'; readonly problem: ChallengeProblem; readonly message: string }
  | { readonly outcome: 'not_live' | 'not_you' | 'ambiguous' | 'not_enrolled' };

/** A signed-in person marks themself present by their face: 1:1, on the server, from pictures alone. */
export function createRecognitionService(needs: Needs) {
  const { clock, random, repos, gallery, announcing, settings, attendance, images, consent } = needs;

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
    await repos.audit.insert(auditOf(actor, clock.now(), 'face_refused', actor.code, { outcome }));
    return { outcome };
  };

  /** How like this person the face is, and whether anyone else is liker. */
  const verify = async (actor: Actor, face: FaceObservation) => {
    const { profile } = images.engine();
    if (!face.embedding) throw new Error('The engine was asked to embed and did not.');
    const probe = { modelId: profile.modelId, embedding: face.embedding };
    const personId = galleryKey(actor.personId);
    const ownScore = gallery.scoreOf(personId, probe);
    const pairs = await repos.faces.lookAlikes();
    const lookAlikes = pairs.map(([a, b]): [string, string] => [galleryKey(a), galleryKey(b)]);
    const others = gallery.search(probe).filter((match) => match.personId !== personId);
    return { ownScore, verdict: decideVerification({ profile, personId, ownScore, others, lookAlikes }) };
  };

  const look = (bytes: Uint8Array): Promise<ImageAnalysis> =>
    images.analyse(bytes, { scene: 'one', embed: true, liveness: true });

  /** Null when the challenge was met by the same person as in the picture; else what went wrong. */
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
    async start(actor: Actor): Promise<Scan> {
      await consent.assertAllowed(actor.personId);
      images.engine(); // an engine that is not there must say so before anyone poses for it
      return startScan(actor, (await repos.settings.liveness()) === 'always');
    },

    async mark(actor: Actor, { image, frames, scanId }: FaceMark): Promise<Recognition> {
      await consent.assertAllowed(actor.personId);
      const { profile } = images.engine();
      const scan = await takeScan(actor, scanId);
      const policy = await repos.settings.liveness();
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(image)));

      const verdict = judgeSingleFace(await look(image), 'attendance');
      if (!verdict.ok) return { outcome: 'poor_quality', reason: verdict.reason, message: verdict.message };
      const { face } = verdict;

      const live = livenessVerdict(policy, face.liveness, profile);
      if (live === 'refuse') return refuse(actor, 'not_live');
      if (live === 'challenge') {
        if (!scan || scan.challenge.length === 0 || frames.length === 0) {
          return { outcome: 'challenge_required', scan: await startScan(actor, true) };
        }
        const seen: ImageAnalysis[] = [];
        for (const frame of frames) seen.push(await look(frame));
        const problem = challengeProblem(scan, face, seen);
        if (problem !== null)
          return { outcome: 'challenge_failed', problem, message: CHALLENGE_MESSAGES[problem] };
      }

      const { ownScore, verdict: match } = await verify(actor, face);
      if (ownScore === null) return { outcome: 'not_enrolled' };
      if (match !== 'accepted') return refuse(actor, match);

      const today = await settings.today();
      return announcing(
        'attendance',
        async (tx) => {
          // The very same bytes again are a recording of a request, whoever sends them.
          if (!(await tx.faces.rememberImage(digest, today.now))) throw new AppError('scan_not_accepted');
          if (scan) await tx.faces.acceptScan(scan.id, today.now, ownScore);
          return attendance.record(tx, { personId: actor.personId, means: 'face', score: ownScore }, today);
        },
        actor.personId,
      );
    },
  };
}
