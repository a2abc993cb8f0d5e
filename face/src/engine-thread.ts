import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ImageError } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import type { AnalyseRequest, WorkerAnswer, WorkerSetup } from './engine.messages.ts';
import type { JobRunner } from './job-queue.ts';

export interface EngineThread extends JobRunner<AnalyseRequest, ImageAnalysis> {
  close(): Promise<void>;
}

/**
 * From source (development, tests) a thread must load TypeScript first: Node's --import does not reach a worker,
 * so a line of JavaScript registers the loader and then opens the file. A built worker is opened as it is.
 */
function startWorker(url: URL, workerData: WorkerSetup): Worker {
  if (!url.pathname.endsWith('.ts')) return new Worker(url, { workerData });
  const required = createRequire(import.meta.url).resolve('tsx/esm/api');
  // The CommonJS twin that `resolve` finds cannot register from a worker; the module beside it can.
  const loader = pathToFileURL(required.replace(/\.cjs$/, '.mjs')).href;
  const [from, file] = [JSON.stringify(loader), JSON.stringify(url.href)];
  return new Worker(`import(${from}).then(({ register }) => (register(), import(${file})))`, {
    workerData,
    eval: true,
  });
}

function read(answer: WorkerAnswer): ImageAnalysis | null {
  switch (answer.kind) {
    case 'ready':
      return null;
    case 'done':
      return answer.analysis;
    case 'bad_image':
      throw new ImageError(answer.problem, answer.message);
    case 'failed':
      throw new Error(answer.message);
  }
}

/** The next thing the thread says, or why it will say nothing more. */
function nextAnswer(worker: Worker): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      act();
    };
    const onMessage = (answer: WorkerAnswer) => settle(() => resolve(answer));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) => settle(() => reject(new Error(`A face thread ended (${code}).`)));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
  });
}

export async function openEngineThread(url: URL, setup: WorkerSetup): Promise<EngineThread> {
  const start = async (): Promise<Worker> => {
    const worker = startWorker(url, setup);
    // An error comes before the exit; a job sent in between would be lost with the dying thread.
    // The listener also keeps the death of an idle thread from ending the process.
    const forget = () => {
      if (current === worker) current = null;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    await nextAnswer(worker);
    worker.unref();
    return worker;
  };
  let current: Worker | null = null;
  let closed = false;
  current = await start();
  return {
    run: async (request) => {
      if (closed) throw new Error('The face engine is closed.');
      current ??= await start();
      const worker = current;
      // While a job runs the process must stay alive for its answer.
      worker.ref();
      try {
        worker.postMessage(request, [request.image.buffer]);
        const analysis = read(await nextAnswer(worker));
        if (analysis === null) throw new Error('A face thread answered out of turn.');
        return analysis;
      } finally {
        worker.unref();
      }
    },
    close: async () => {
      closed = true;
      await current?.terminate();
    },
  };
}
