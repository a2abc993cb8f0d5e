import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type CameraContext, openCameraSetup } from '../../kit/camera/camera-setup.ts';
import { firstFaceJourneys } from './camera-face.journey.ts';

/** What `npm test` drives of the camera; camera.full.test.ts has the rest. */
const context: Partial<CameraContext> = {};
beforeAll(async () => {
  context.setup = await openCameraSetup(inject('cameraSchoolFolder'));
});
// A failed journey must not leave its camera running: the next one would see the same clip.
afterEach(async () => {
  for (const browserContext of context.setup?.browser.contexts() ?? []) await browserContext.close();
});
afterAll(() => context.setup?.close());

// `setup` is filled before the first journey runs.
const filled = context as CameraContext;
firstFaceJourneys(filled);
