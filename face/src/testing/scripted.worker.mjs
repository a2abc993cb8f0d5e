import { workerData } from 'node:worker_threads';

/**
 * A worker of the face engine without networks, for tests: the image is a text that says what to do.
 * JavaScript, because a thread with the TypeScript loader takes seconds to start on a busy machine.
 */
if (workerData.files.detector === 'missing') throw new Error('no model');

export function analyse(task) {
  if (task === null) return { kind: 'ready' };
  switch (new TextDecoder().decode(task.image)) {
    case 'exit':
      return process.exit(3);
    case 'throw':
      setImmediate(() => {
        throw new Error('unexpected');
      });
      return new Promise(() => undefined);
    case 'bad image':
      return { kind: 'bad_image', problem: 'damaged', message: 'cut short' };
    case 'fail':
      return { kind: 'failed', message: 'no memory' };
    case 'hang':
      // Blocks the thread for ever, like a network that never returns.
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    default:
      return { kind: 'done', analysis: { width: task.image.length, height: 1, faces: [] } };
  }
}
