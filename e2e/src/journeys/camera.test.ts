import { afterAll, afterEach, beforeAll } from 'vitest';
import { type CameraJourney, openCameraStage } from '../kit/camera-stage.ts';
import { faceJourneys } from './camera-face.journey.ts';
import { cameraJourneys } from './camera-problems.journey.ts';

/** One server, one browser and one camera for all of them: each takes seconds to start. */
const on: Partial<CameraJourney> = {};
beforeAll(async () => {
  on.stage = await openCameraStage();
});
// A journey that failed must not leave its camera running: the next one would see the same picture.
afterEach(async () => {
  for (const context of on.stage?.browser.contexts() ?? []) await context.close();
});
afterAll(() => on.stage?.close());

// Filled before the first journey runs.
const journey = on as CameraJourney;
cameraJourneys(journey);
faceJourneys(journey);
