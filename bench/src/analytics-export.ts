import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { App } from '@rollcall/api/app';
import { percentile } from './results.ts';

/** Asks again and again from a thread of its own, whose clock runs on while the server's thread is busy. */
const ASKER = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
const ask = () => new Promise((resolve, reject) => {
  const began = performance.now();
  http.get(workerData, { agent }, (answer) => {
    answer.resume().on('end', () => answer.statusCode === 200
      ? resolve(performance.now() - began) : reject(new Error('HTTP ' + answer.statusCode)));
  }).on('error', reject);
});
let running = true;
parentPort.on('message', () => { running = false; });
(async () => {
  const times = [];
  while (running) {
    times.push(await ask());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  agent.destroy();
  parentPort.postMessage(times);
  parentPort.close();
})();
`;

/** Health over real HTTP while a long work of the same process goes on. */
export async function healthDuring(app: App, work: () => Promise<{ bytes: number }>) {
  const server = createServer(async (request, response) => {
    const answer = await app.request(request.url ?? '/');
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const asker = new Worker(ASKER, { eval: true, workerData: `http://127.0.0.1:${port}/api/health` });
  const answered = new Promise<number[]>((resolve, reject) => {
    asker.once('message', resolve).once('error', reject);
  });
  const began = performance.now();
  const { bytes } = await work();
  const seconds = (performance.now() - began) / 1000;
  asker.postMessage('stop');
  const times = (await answered).sort((a, b) => a - b);
  server.close();
  return {
    export_seconds: Number(seconds.toFixed(1)),
    export_megabytes: Number((bytes / 1e6).toFixed(1)),
    health_requests: times.length,
    health: { p50: percentile(times, 50), p99: percentile(times, 99), slowest: percentile(times, 100) },
  };
}
