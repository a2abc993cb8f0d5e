import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, codeParam, message } from '../http/route-parts.ts';
import * as wire from './faces.presenter.ts';

/** Base64, bare or as a data URL. The size limit is the body's. */
const image = z.string('Please send an image.').min(1, 'Please send an image.');
const userId = z.string().min(1).max(60);
/** The id of someone whom the administrator knows to look alike. */
const lookAlike = userId.optional();

export const FRAMES_MAX = 6;
export const PHOTOS = 3;

export const scanFaceBody = z.object({
  image,
  user_id: userId,
  name: z.string().max(200).optional(),
  look_alike_of: lookAlike,
});

export const captureFaceBody = z.object({
  user_id: userId,
  images: z.array(image).length(PHOTOS, `Please send ${PHOTOS} photos.`),
  look_alike_of: lookAlike,
});

export const markWithImageBody = z.object({
  image,
  scan_id: z.uuid().optional(),
  frames: z.array(image).max(FRAMES_MAX).optional(),
});

export const faceSettingsBody = z.object({ liveness: z.enum(['off', 'passive', 'step-up', 'always']) });

const admin = allow('faces.manage');
const own = allow('attendance.mark-own');
const tags = ['Faces'];

export const scanFace = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/scan-face',
  summary: 'Add one photo to the face data of a person',
  request: { body: body(scanFaceBody) },
  responses: answers(wire.wireEnrolment, 'Accepted or not, and why'),
});

export const captureFace = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/capture-face',
  summary: 'Replace the face data of a person by three photos',
  request: { body: body(captureFaceBody) },
  responses: answers(wire.wireEnrolment, 'Accepted or not, and why'),
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
  ...admin,
  tags,
  method: 'post',
  path: '/admin/check-face-detection',
  summary: 'Say whether a photo would do, without keeping anything',
  request: { body: body(z.object({ image })) },
  responses: answers(wire.wireDetection, 'Good enough or not, and why'),
});

export const testCamera = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/test-camera',
  summary: 'Say what the server sees in a camera picture: size, light, faces',
  request: { body: body(z.object({ image })) },
  responses: answers(wire.wireCamera, 'What was seen'),
});

export const faceStatus = createRoute({
  ...admin,
  tags,
  method: 'get',
  path: '/admin/face-status',
  summary: 'The model in use, how many are enrolled, and who must enrol again',
  responses: answers(wire.wireFaceStatus, 'The state of the gallery'),
});

export const getFaceSettings = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'get',
  path: '/admin/face-settings',
  summary: 'How liveness is checked',
  responses: answers(faceSettingsBody, 'The policy in force'),
});

export const saveFaceSettings = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'post',
  path: '/admin/face-settings',
  summary: 'Choose how liveness is checked',
  request: { body: body(faceSettingsBody) },
  responses: answers(message, 'Saved'),
});

export const startFaceScan = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/user/start-face-scan',
  summary: 'Begin a face scan',
  responses: answers(
    wire.wireScan,
    'What the person is asked to do; empty when nothing but a look is needed',
  ),
});

export const markWithImage = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/user/mark-attendance-with-image',
  summary: 'Mark yourself present by your face',
  request: { body: body(markWithImageBody) },
  responses: answers(wire.wireRecognition, 'Marked or not, and why'),
});
