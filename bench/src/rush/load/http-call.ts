import { Agent, request } from 'node:http';
import { FORM_TYPE } from './picture-form.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From `/api` on. */
  readonly path: string;
  readonly authorization: string | null;
  /** Text is JSON; bytes are a form with pictures. */
  readonly body?: Buffer | string;
  readonly timeoutMs?: number;
}

export interface Answer {
  /** 0: nobody answered, or not in time. */
  readonly status: number;
  /** Seconds of the header; null without one. */
  readonly retryAfter: number | null;
  readonly text: string;
  readonly ms: number;
}

/** Like a kiosk's page and a browser: nobody waits longer. */
const GIVE_UP_MS = 12_000;

/** Sends calls over connections that are kept, with as little work as possible: the servers share this machine. */
export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: 60_000 });

  const send = ({ method, path, authorization, body, timeoutMs = GIVE_UP_MS }: Call): Promise<Answer> =>
    new Promise((resolve) => {
      const began = performance.now();
      const done = (status: number, retryAfter: number | null, text: string) =>
        resolve({ status, retryAfter, text, ms: performance.now() - began });
      const call = request(
        `${url}${path}`,
        {
          method,
          agent,
          headers: {
            ...(authorization === null ? {} : { Authorization: authorization }),
            ...(body === undefined
              ? {}
              : {
                  'Content-Type': typeof body === 'string' ? 'application/json' : FORM_TYPE,
                  'Content-Length': Buffer.byteLength(body),
                }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => done(0, null, ''));
          response.on('end', () => {
            const seconds = Number(response.headers['retry-after']);
            done(
              response.statusCode ?? 0,
              seconds > 0 ? seconds : null,
              Buffer.concat(chunks).toString('utf8'),
            );
          });
        },
      );
      call.setTimeout(timeoutMs, () => call.destroy());
      call.on('error', () => done(0, null, ''));
      call.on('close', () => done(0, null, ''));
      call.end(body);
    });

  return { send, close: () => agent.destroy() };
}

export type Sender = ReturnType<typeof createSender>;

/** The JSON of an answer; an empty object for anything else, such as the page of a proxy. */
export function bodyOf<T extends object>(answer: Answer): Partial<T> {
  try {
    return JSON.parse(answer.text) as Partial<T>; // fields are read one by one
  } catch {
    return {};
  }
}
