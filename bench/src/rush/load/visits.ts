import { createHash } from 'node:crypto';
import { KIOSK_KEY, signCall } from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import type { KioskIdentity } from '../school/set-up-school.ts';
import { type Answer, bodyOf, type Sender } from './http-call.ts';
import { formOfPictures } from './picture-form.ts';

/** What became of somebody who came. Times in milliseconds since 1970. */
export interface Visit {
  readonly code: string;
  readonly means: 'kiosk' | 'own';
  readonly arrivedAt: number;
  /** When the first picture was sent: at a kiosk, after those before. */
  readonly askedAt: number;
  /** Until the first answer to a picture, whatever it said. */
  readonly firstMs: number;
  /** Null for whoever was not marked. */
  readonly acknowledgedAt: number | null;
  readonly tries: number;
  /** Answers 429 and 503, and those of them without a time to come back. */
  readonly refusals: number;
  readonly withoutRetryAfter: number;
  /** Calls that nobody answered, or only a proxy. */
  readonly unreachable: number;
  /** Other answers of 500 and above. */
  readonly failures: readonly string[];
  /** The last outcome. */
  readonly word: string;
}

/** Whoever is sent away so often gives up. */
const MOST_TRIES = 60;
const UNREACHABLE_MS = 2_000;
const NO_RETRY_AFTER_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Notes the answers to one person, and waits as they say. */
function createTrip(code: string, means: Visit['means'], arrivedAt: number) {
  let askedAt = 0;
  let firstMs = 0;
  let tries = 0;
  let refusals = 0;
  let withoutRetryAfter = 0;
  let unreachable = 0;
  const failures: string[] = [];

  const isAway = ({ status }: Answer) => status === 0 || status === 502 || status === 504;
  const isRefused = ({ status }: Answer) => status === 429 || status === 503;

  return {
    isAway,
    /**
     * Sends until there is an answer that says something; a refusal is obeyed, and the client comes back at the earliest at the
     * time it was told. Null for whoever gives up. `isPicture`: what is measured.
     */
    async ask(send: () => Promise<Answer>, isPicture: boolean): Promise<Answer | null> {
      for (;;) {
        if (isPicture && askedAt === 0) askedAt = Date.now();
        const answer = await send();
        tries += 1;
        if (isPicture && firstMs === 0) firstMs = answer.ms;
        if (isRefused(answer)) {
          refusals += 1;
          if (answer.retryAfter === null) withoutRetryAfter += 1;
          if (tries >= MOST_TRIES) return null;
          const waitMs = answer.retryAfter === null ? NO_RETRY_AFTER_MS : answer.retryAfter * 1000;
          await pause(waitMs * (1 + Math.random() / 2));
        } else if (isAway(answer)) {
          unreachable += 1;
          if (tries >= MOST_TRIES) return null;
          await pause(UNREACHABLE_MS * (1 + Math.random() / 2));
          if (isPicture) return answer;
        } else {
          if (answer.status >= 500) failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
          return answer;
        }
      }
    },
    isOver: () => tries >= MOST_TRIES,
    end: (word: string, isAcknowledged: boolean): Visit => ({
      code,
      means,
      arrivedAt,
      askedAt,
      firstMs,
      acknowledgedAt: isAcknowledged ? Date.now() : null,
      tries,
      refusals,
      withoutRetryAfter,
      unreachable,
      failures,
      word,
    }),
  };
}

interface KioskAnswer {
  readonly outcome: string;
  readonly mark: { readonly is_repeat: boolean } | null;
}

const wordOf = (answer: Answer): string => {
  const { outcome, error } = bodyOf<{ outcome: string; error: { code: string } }>(answer);
  return outcome ?? error?.code ?? `status ${answer.status}`;
};

/** A kiosk as its page is: it signs each call, and makes one at a time. */
export async function openKiosk({ send }: Pick<Sender, 'send'>, { kioskId, section, key }: KioskIdentity) {
  const privateKey = await crypto.subtle.importKey('jwk', key, KIOSK_KEY, false, ['sign']);
  // Larger than those of a run before.
  let counter = Date.now();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const identify = async (body: Buffer): Promise<Answer> => {
    const path = '/api/kiosk/identify';
    counter += 1;
    const digest = createHash('sha256').update(body).digest('base64url');
    const call = { kioskId, method: 'POST', path, digest, time: Date.now(), counter };
    return send({ method: 'POST', path, body, authorization: await signCall(privateKey, call) });
  };

  const show = async (code: string, body: Buffer, arrivedAt: number): Promise<Visit> => {
    const trip = createTrip(code, 'kiosk', arrivedAt);
    while (!trip.isOver()) {
      const answer = await trip.ask(() => identify(body), true);
      if (!answer) break;
      // Whoever got no answer looks into the camera again.
      if (trip.isAway(answer)) continue;
      const { outcome } = bodyOf<KioskAnswer>(answer);
      return trip.end(wordOf(answer), outcome === 'marked');
    }
    return trip.end('gave up', false);
  };

  return {
    section,
    waiting: () => waiting,
    identify,
    /** Somebody steps up, after those who came before. The body is read when it is their turn. */
    visit(code: string, read: () => Promise<Buffer>, arrivedAt = Date.now()): Promise<Visit> {
      waiting += 1;
      const turn = last
        .then(async () => show(code, await read(), arrivedAt))
        .finally(() => {
          waiting -= 1;
        });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

export type OpenKiosk = Awaited<ReturnType<typeof openKiosk>>;

/** Somebody marks themselves on their own device, as the page does: what is known, a scan, the picture. */
export async function visitOnOwnDevice(
  { send }: Pick<Sender, 'send'>,
  { code, token, image }: { readonly code: string; readonly token: string; readonly image: Buffer },
  arrivedAt = Date.now(),
): Promise<Visit> {
  const trip = createTrip(code, 'own', arrivedAt);
  const authorization = `Bearer ${token}`;
  const ready = () => send({ method: 'GET', path: '/api/user/mark-readiness', authorization });
  const start = () => send({ method: 'POST', path: '/api/user/start-face-scan', authorization, body: '{}' });
  const isMarked = async (): Promise<boolean> => {
    const answer = await trip.ask(ready, false);
    return answer !== null && bodyOf<{ attendance: object | null }>(answer).attendance != null;
  };
  if (await isMarked()) return trip.end('already_marked', true);
  while (!trip.isOver()) {
    const started = await trip.ask(start, false);
    const scanId = started && bodyOf<{ scan_id: string }>(started).scan_id;
    if (!started || scanId === undefined || scanId === null)
      return trip.end(started ? wordOf(started) : 'gave up', false);
    const body = formOfPictures([image], ([name]) => ({ scan_id: scanId, image: name }));
    const path = '/api/user/mark-attendance-with-image';
    const answer = await trip.ask(() => send({ method: 'POST', path, authorization, body }), true);
    if (!answer) break;
    // The answer may be lost and the mark there: the page reads what today says before it tries again.
    if (trip.isAway(answer)) {
      if (await isMarked()) return trip.end('marked, read afterwards', true);
      continue;
    }
    const word = wordOf(answer);
    // A scan lasts half a minute; whoever was told to come back later begins another one.
    if (word === 'scan_not_accepted') continue;
    return trip.end(word, word === 'marked' || word === 'already_marked');
  }
  return trip.end('gave up', false);
}
