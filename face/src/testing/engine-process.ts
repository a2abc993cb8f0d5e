import { createNodeFaceEngine } from '../engine/engine-node.ts';
import { fixtureModels } from './fixtures.ts';

/**
 * A process of its own with the real face engine, for `engine-process.test.ts`. `load` loads the networks and analyses
 * nothing; `stop` closes the engine as soon as its threads have begun to load.
 */
const closing = new AbortController();
const starting = createNodeFaceEngine({
  models: await fixtureModels(),
  threads: 2,
  signal: closing.signal,
});
if (process.argv[2] === 'stop') {
  setTimeout(() => closing.abort(), Number(process.argv[3]));
  await starting.then(
    (engine) => engine.close(),
    (error: unknown) => console.log(error instanceof Error ? error.message : error),
  );
} else {
  await (await starting).close();
  console.log('loaded and closed');
}
process.exit(0);
