import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScriptedEngine } from '../scripted-engine.ts';
import { openTestApp, type TestApp } from '../test-app.ts';
import { walkBodies } from './body-costs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
});
afterAll(() => app.close());

it('hostile bodies of the largest size cost little: of routes with JSON, for anybody and with a picture, as every caller', async () => {
  const report = await walkBodies(app, {
    operations: ({ bodyKind }, at, all) =>
      ['json', 'public', 'frames'].includes(bodyKind) &&
      all.findIndex((each) => each.bodyKind === bodyKind) === at,
    bodiesOfEach: 0,
  });
  expect(report.problems).toEqual([]);
});
