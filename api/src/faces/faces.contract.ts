import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body } from '../http/route-parts.ts';

/** Base64, bare or as a data URL. The size limit is the body's. */
const image = z.string().min(1, 'Please send an image.');

export const scanFaceBody = z.object({
  image,
  user_id: z.string().min(1).max(60),
  name: z.string().max(200).optional(),
});

const admin = allow('faces.manage');
const own = allow('attendance.mark-own');
const tags = ['Faces'];
const outcome = z.object({ success: z.boolean(), message: z.string() });

export const scanFace = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/scan-face',
  summary: 'Add one photo to the face data of a person',
  request: { body: body(scanFaceBody) },
  responses: answers(outcome, 'Accepted or not, and why'),
});

export const captureFace = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/capture-face',
  summary: 'Replace the face data of a person by three photos',
  request: { body: body(z.object({ user_id: z.string().min(1).max(60), images: z.array(image).length(3) })) },
  responses: answers(outcome, 'Accepted or not, and why'),
});

export const checkFaceDetection = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/check-face-detection',
  summary: 'Say whether a photo would do, without keeping anything',
  request: { body: body(z.object({ image })) },
  responses: answers(outcome, 'Good enough or not, and why'),
});

export const testCamera = createRoute({
  ...admin,
  tags,
  method: 'post',
  path: '/admin/test-camera',
  summary: 'Say what the server sees in a camera picture: size, light, faces',
  request: { body: body(z.object({ image })) },
  responses: answers(outcome, 'What was seen'),
});

export const startFaceScan = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/user/start-face-scan',
  summary: 'Begin a face scan',
  responses: answers(
    z.object({ scan_id: z.string(), challenge: z.array(z.string()), expires_at: z.string() }),
    'What the person is asked to do',
  ),
});

export const markWithImage = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/user/mark-attendance-with-image',
  summary: 'Mark yourself present by your face',
  request: {
    body: body(z.object({ image, scan_id: z.uuid().optional(), frames: z.array(image).max(6).optional() })),
  },
  responses: answers(outcome, 'Marked or not, and why'),
});
