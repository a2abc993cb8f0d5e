import type { EnrolmentResult, Scan } from '@rollcall/core/faces/face.ports';
import type { ChallengeStep, FaceObservation, ImageAnalysis } from '@rollcall/core/faces/face.types';
import { QUALITY_MESSAGES, type QualityVerdict } from '@rollcall/core/faces/face-quality.rules';
import type { FaceStatus } from '@rollcall/core/faces/face-status.service';
import type { RenewalReason } from '@rollcall/core/faces/installation/installation.types';
import type { MarkReadiness, Recognition } from '@rollcall/core/faces/recognition.service';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { z } from 'zod';
import { presentMarked, presentRecord } from '../attendance/attendance.presenter.ts';
import { toWireDate } from '../http/contract-parts.ts';
import type {
  wireBox,
  wireCamera,
  wireDetection,
  wireEnrolment,
  wireFaceStatus,
  wireReadiness,
  wireRecognition,
  wireScan,
} from './faces.contract.ts';

/** Presents a face by its box and its problems only: embeddings never leave the server. */

export const presentBox = ({ box }: Pick<FaceObservation, 'box'>): z.infer<typeof wireBox> => ({
  x: Math.round(box.x),
  y: Math.round(box.y),
  width: Math.round(box.width),
  height: Math.round(box.height),
});

export function presentEnrolment(result: EnrolmentResult, sent: number): z.infer<typeof wireEnrolment> {
  const refused = { success: false, photo: null, duplicate_of: null, photos: 0 };
  switch (result.kind) {
    case 'enrolled':
      return {
        success: true,
        message: `Face registered successfully with ${sent}/${sent} photos!`,
        reason: null,
        photo: null,
        duplicate_of: null,
        photos: result.photos,
      };
    case 'poor_quality':
      return { ...refused, message: result.message, reason: result.reason, photo: result.photo };
    case 'photos_disagree':
      return {
        ...refused,
        message: 'The photos show different people.',
        reason: 'photos_disagree',
        photo: result.photo,
      };
    case 'duplicate': {
      if (!result.of) {
        const message = 'This face is already registered for someone else. Please ask an administrator.';
        return { ...refused, message, reason: 'duplicate' };
      }
      const { code, name } = result.of;
      return {
        ...refused,
        message: `This face is already registered for ${name} (${code}). If they are twins or look alike, confirm that to continue.`,
        reason: 'duplicate',
        duplicate_of: { id: code, name },
      };
    }
  }
}

export const presentDetection = (
  analysis: ImageAnalysis,
  verdict: QualityVerdict,
): z.infer<typeof wireDetection> => ({
  success: verdict.ok,
  message: verdict.ok ? 'This photo is good.' : verdict.message,
  reason: verdict.ok ? null : verdict.reason,
  quality: verdict.ok ? Math.round(verdict.quality * 100) / 100 : null,
  faces: analysis.faces.map(presentBox),
});

export function presentCamera({ width, height, faces }: ImageAnalysis): z.infer<typeof wireCamera> {
  const [face] = faces;
  const seen = faces.length === 1 ? 'one face' : `${faces.length} faces`;
  return {
    success: faces.length > 0,
    message: `The camera works: ${width} x ${height} pixels, ${faces.length === 0 ? 'no face' : seen} in the picture.`,
    width,
    height,
    faces: faces.map(presentBox),
    brightness: face ? Math.round(face.measures.brightness * 100) / 100 : null,
  };
}

export function presentFaceStatus(status: FaceStatus): z.infer<typeof wireFaceStatus> {
  const { masterKey } = status;
  return {
    model: status.modelId,
    people: status.people,
    templates: status.templates,
    must_enrol_again: status.outdated.map(({ code, name }) => ({ id: code, name })),
    unreadable: status.unreadable.map(({ person, problem }) => ({
      id: person.code,
      name: person.name,
      problem,
    })),
    loaded: status.isLoaded,
    last_read_at: status.lastReadAt?.toISOString() ?? null,
    last_change_at: status.lastChangeAt?.toISOString() ?? null,
    last_error: status.lastError,
    master_key: {
      state: masterKey.kind,
      id: 'id' in masterKey ? masterKey.id : null,
      expected: 'expected' in masterKey ? masterKey.expected : masterKey.id,
      problem: status.keyProblem,
    },
  };
}

export const presentScan = (scan: Scan, step: ChallengeStep | null = null): z.infer<typeof wireScan> => ({
  scan_id: scan.id,
  challenge: step ? [step] : [],
  step: step ? scan.done + 1 : 0,
  steps: scan.steps.length,
  expires_at: scan.expiresAt.toISOString(),
  evidence: scan.evidence,
});

export const presentReadiness = (
  { today, isDue, isEnrolled, isAllowed, day, place }: MarkReadiness,
  mayRegister: boolean,
  zone: Zone,
  renewal: RenewalReason | null,
): z.infer<typeof wireReadiness> => ({
  date: toWireDate(today),
  due: isDue,
  registered: isEnrolled,
  allowed: isAllowed,
  may_register: mayRegister,
  attendance: day && presentRecord(zone)(day),
  place: { evidence: place.evidence, missing: place.missing },
  renewal,
});

const REFUSALS = {
  not_live: 'This looks like a picture or a screen. Please stand in front of the camera yourself.',
  not_you: 'This face does not match your registered face.',
  ambiguous: 'Your face looks too much like someone else’s. Please ask the office to check you in.',
  not_enrolled: 'Your face is not registered yet. Please ask the office to register it.',
} as const;

export function presentRecognition(result: Recognition, zone: Zone): z.infer<typeof wireRecognition> {
  const refused = { success: false, reason: null, attendance: null, scan: null };
  switch (result.outcome) {
    case 'marked':
    case 'already_marked':
      return { ...presentMarked(result, zone), reason: null, scan: null };
    case 'poor_quality': {
      const { reason, message } = result;
      // These two reasons are outcomes of their own.
      const outcome = reason === 'no_face' || reason === 'several_faces' ? reason : 'poor_quality';
      return { ...refused, outcome, reason, message };
    }
    case 'challenge_required':
      return {
        ...refused,
        outcome: result.outcome,
        message: 'One more step. Please follow the instructions.',
        scan: presentScan(result.next.scan, result.next.step),
      };
    case 'challenge_failed':
      return { ...refused, outcome: result.outcome, reason: result.problem, message: result.message };
    case 'not_you': {
      const { outcome, hint: reason } = result;
      const advice = reason ? ` It may be the picture: ${QUALITY_MESSAGES[reason]}` : '';
      return { ...refused, outcome, reason, message: `${REFUSALS.not_you}${advice}` };
    }
    default:
      return { ...refused, outcome: result.outcome, message: REFUSALS[result.outcome] };
  }
}
