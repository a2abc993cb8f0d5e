import { createRoute } from '@hono/zod-openapi';
import { MISSING_PROOFS } from '@rollcall/core/attendance/evidence/evidence.rules';
import { EVIDENCE } from '@rollcall/core/attendance/evidence/evidence.types';
import { AGE_BANDS, CHALLENGE_STEPS } from '@rollcall/core/faces/face.types';
import { RENEWAL_REASONS } from '@rollcall/core/faces/installation/installation.types';
import { MAX_STEP_FRAMES } from '@rollcall/core/liveness/challenge.rules';
import { z } from 'zod';
import { wireRecord } from '../attendance/attendance.contract.ts';
import { allow } from '../http/access.ts';
import {
  answers,
  body,
  codeParam,
  imageText,
  message,
  optionalBody,
  personCode,
} from '../http/contract-parts.ts';

export const wireBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

export const wireEnrolment = z.object({
  success: z.boolean(),
  message: z.string(),
  reason: z.string().nullable(),
  /** The index of the refused photo, from 0. */
  photo: z.number().nullable(),
  /** The person under whom this face is already enrolled; null for somebody whom the caller does not reach. */
  duplicate_of: z.object({ id: z.string(), name: z.string() }).nullable(),
  photos: z.number(),
});

export const wireDetection = z.object({
  success: z.boolean(),
  message: z.string(),
  reason: z.string().nullable(),
  quality: z.number().nullable(),
  faces: z.array(wireBox),
});

export const wireCamera = z.object({
  success: z.boolean(),
  message: z.string(),
  width: z.number(),
  height: z.number(),
  faces: z.array(wireBox),
  brightness: z.number().nullable(),
});

export const wireFaceStatus = z.object({
  /** Null while the face engine is not there. */
  model: z.string().nullable(),
  people: z.number(),
  templates: z.number(),
  /** Enrolled with another model: they must enrol again before they can be recognised. */
  must_enrol_again: z.array(z.object({ id: z.string(), name: z.string() })),
  /** People whose stored face cannot be opened. They are not recognised; everybody else is. */
  unreadable: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      problem: z.enum(['no_key', 'key_not_opened', 'template_not_opened']),
    }),
  ),
  /** False until all faces have been read after a start. */
  loaded: z.boolean(),
  last_read_at: z.string().nullable(),
  last_change_at: z.string().nullable(),
  last_error: z.string().nullable(),
  master_key: z.object({
    state: z.enum(['ok', 'missing', 'unreadable', 'mismatch']),
    /** Fingerprint of this server's master key. It does not reveal the key. */
    id: z.string().nullable(),
    /** Fingerprint of the key that the database's faces need. */
    expected: z.string().nullable(),
    /** What is wrong and what to do. */
    problem: z.string().nullable(),
  }),
});

export const wireScan = z.object({
  scan_id: z.string(),
  /** The step to do now; none before the first picture. */
  challenge: z.array(z.enum(CHALLENGE_STEPS)),
  /** Its number, from 1, and how many there are. */
  step: z.number(),
  steps: z.number(),
  expires_at: z.string(),
  evidence: z.enum(EVIDENCE),
});

export const wireRecognition = z.object({
  success: z.boolean(),
  message: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  attendance: wireRecord.nullable(),
  scan: wireScan.nullable(),
});

/** The id of a person whom the administrator knows to look alike. */
const lookAlike = personCode.optional();

/** Our pages send five; three are enough for programs that were made for the version before. */
const PHOTOS = { least: 3, most: 5 };

export const scanFaceBody = z.object({
  image: imageText,
  user_id: personCode,
  name: z.string().max(200).optional(),
  look_alike_of: lookAlike,
});

export const captureFaceBody = z.object({
  user_id: personCode,
  images: z
    .array(imageText)
    .min(PHOTOS.least, `Please send ${PHOTOS.least} to ${PHOTOS.most} photos.`)
    .max(PHOTOS.most, `Please send ${PHOTOS.least} to ${PHOTOS.most} photos.`),
  look_alike_of: lookAlike,
});

export const startScanBody = z.object({
  /** The code that is shown at the place. */
  code: z
    .string()
    .regex(/^\d{6}$/, 'The code has six digits.')
    .optional(),
});

export const markWithImageBody = z
  .object({
    scan_id: z.uuid(),
    /** The picture that a scan begins with. */
    image: imageText.optional(),
    /** Those of a step, in the order taken. */
    frames: z.array(imageText).min(1).max(MAX_STEP_FRAMES).optional(),
  })
  .refine(({ image, frames }) => (image === undefined) !== (frames === undefined), {
    message: 'Send the first picture or those of a step.',
    path: ['image'],
  });

export const wireFaceSettings = z.object({
  liveness: z.enum(['off', 'step-up', 'always']),
  /** Whose faces are compared, as the institution says. */
  ages: z.enum(AGE_BANDS),
});

const admin = allow('faces.manage');
const tags = ['Faces'];

export const scanFace = createRoute({
  ...allow('faces.manage', { body: 'image', rate: 'faces' }),
  tags,
  method: 'post',
  path: '/admin/scan-face',
  summary: 'Add one photo to the face data of a person',
  request: { body: body(scanFaceBody) },
  responses: answers(wireEnrolment, 'Accepted or not, and why'),
});

export const captureFace = createRoute({
  ...allow('faces.manage', { body: 'photos', rate: 'faces' }),
  tags,
  method: 'post',
  path: '/admin/capture-face',
  summary: 'Replace the face data of a person by three to five photos',
  request: { body: body(captureFaceBody) },
  responses: answers(wireEnrolment, 'Accepted or not, and why'),
});

export const forgetFace = createRoute({
  ...admin,
  tags,
  method: 'delete',
  path: '/admin/users/{id}/face',
  summary: 'Destroy the face data of a person, and the key that could read old copies of it',
  request: { params: codeParam },
  responses: answers(message, 'Gone'),
});

export const checkFaceDetection = createRoute({
  ...allow('faces.manage', { body: 'image', rate: 'faces' }),
  tags,
  method: 'post',
  path: '/admin/check-face-detection',
  summary: 'Say whether a photo would do, without keeping anything',
  request: { body: body(z.object({ image: imageText })) },
  responses: answers(wireDetection, 'Good enough or not, and why'),
});

export const testCamera = createRoute({
  ...allow('faces.manage', { body: 'image', rate: 'faces' }),
  tags,
  method: 'post',
  path: '/admin/test-camera',
  summary: 'Say what the server sees in a camera picture: size, light, faces',
  request: { body: body(z.object({ image: imageText })) },
  responses: answers(wireCamera, 'What was seen'),
});

export const faceStatus = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/face-status',
  summary: 'The model in use, how many are enrolled, and who must enrol again',
  responses: answers(wireFaceStatus, 'The state of the gallery'),
});

export const getFaceSettings = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'get',
  path: '/admin/face-settings',
  summary: 'How faces are checked',
  responses: answers(wireFaceSettings, 'The settings in force'),
});

export const saveFaceSettings = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'post',
  path: '/admin/face-settings',
  summary: 'Choose how faces are checked; what is not given stays',
  request: { body: body(wireFaceSettings.partial()) },
  responses: answers(message, 'Saved'),
});

export const wireReadiness = z.object({
  date: z.string(),
  /** False on a day off: a visit is recorded and counts in no rate. */
  due: z.boolean(),
  /** A face is registered. */
  registered: z.boolean(),
  /** False where consent is required and missing. */
  allowed: z.boolean(),
  /** The caller may register their own face, as visitors of a demo. */
  may_register: z.boolean(),
  /** What is recorded of today. */
  attendance: wireRecord.nullable(),
  /** What this device shows about the place, and what is missing for a check-in; null for nothing. */
  place: z.object({ evidence: z.enum(EVIDENCE), missing: z.enum(MISSING_PROOFS).nullable() }),
  /** Why their photos should be taken again; null for no reason. */
  renewal: z.enum(RENEWAL_REASONS).nullable(),
});

export const markReadiness = createRoute({
  ...allow('attendance.mark-own'),
  tags,
  method: 'get',
  path: '/user/mark-readiness',
  summary:
    'What is known before the camera opens: whether a face is registered and allowed, and what today says',
  responses: answers(wireReadiness, 'Facts of today'),
});

export const registerOwnFace = createRoute({
  ...allow('attendance.mark-own', { body: 'photos', rate: 'own-face' }),
  tags,
  method: 'post',
  path: '/user/register-face',
  summary: 'Replace your own face data by three to five photos (demo mode only)',
  request: { body: body(captureFaceBody.pick({ images: true })) },
  responses: answers(wireEnrolment, 'Accepted or not, and why'),
});

export const startFaceScan = createRoute({
  ...allow('attendance.mark-own', { rate: 'scans' }),
  tags,
  method: 'post',
  path: '/user/start-face-scan',
  summary: 'Begin a face scan, with the code of the place where one is asked for',
  request: { body: optionalBody(startScanBody) },
  responses: answers(wireScan, 'The scan, which takes one picture first'),
});

export const markWithImage = createRoute({
  ...allow('attendance.mark-own', { body: 'frames', rate: 'own-face' }),
  tags,
  method: 'post',
  path: '/user/mark-attendance-with-image',
  summary: 'Mark yourself present by your face',
  request: { body: body(markWithImageBody) },
  responses: answers(wireRecognition, 'Marked or not, and why'),
});
