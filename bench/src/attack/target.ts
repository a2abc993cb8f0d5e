import { sendPictures } from '@rollcall/api/testing/face-scan';
import { openTestApp } from '@rollcall/api/testing/test-app';
import type { EvidenceDemand } from '@rollcall/core/attendance/evidence/evidence.types';
import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { ChallengeStep, LivenessPolicy } from '@rollcall/core/faces/face.types';
import { setup as prepareDatabase } from '@rollcall/db/testing/global-setup';

/** Somebody at a camera, real or not: a first picture, then those for each step; null gives up. */
export interface Answers {
  readonly first: Uint8Array;
  answer(step: ChallengeStep): Promise<readonly Uint8Array[] | null>;
}

export interface Try {
  readonly passed: boolean;
  readonly asked: readonly ChallengeStep[];
  readonly pictures: number;
  /** What ended it. */
  readonly reason: string;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
/** Longer than the time in which the same steps are asked again. */
const PAUSE_MS = 16 * 60_000;

/** The product with its real networks and without its limits of tries: an attacker who has patience waits for those. */
export async function openTarget(engine: FaceEngine) {
  await prepareDatabase();
  const app = await openTestApp({ engine, limits: 'none' });
  let people = 0;
  return {
    /** Enrols somebody and answers their username. */
    async enrol(pictures: readonly Uint8Array[]): Promise<string | null> {
      people += 1;
      const id = `V${people}`;
      await app.person(id);
      const body = { user_id: id, images: pictures.map(base64) };
      const { body: answer } = await app.admin('POST', '/admin/capture-face', body);
      return answer.success === true ? id.toLowerCase() : null;
    },
    async setPolicy(policy: LivenessPolicy): Promise<void> {
      await app.admin('POST', '/admin/face-settings', { liveness: policy });
    },
    async demand(demand: EvidenceDemand): Promise<void> {
      const { body } = await app.admin('GET', '/admin/evidence');
      const kinds = Object.keys(body.demands as Record<string, string>);
      await app.admin('PUT', '/admin/evidence', Object.fromEntries(kinds.map((kind) => [kind, demand])));
    },
    /** Forgets the pictures that counted, so that the tries of a bench do not refuse each other. */
    async forgetPictures(): Promise<void> {
      await app.pool.query('delete from seen_faces');
      await app.pool.query('delete from seen_images');
    },
    /** One try to check in as that person. */
    async attempt(username: string, { first, answer }: Answers, code?: string): Promise<Try> {
      app.clock.advance(PAUSE_MS);
      const token = await app.signIn(username);
      const scan = await app.call('POST', '/user/start-face-scan', { token, body: code ? { code } : {} });
      if (scan.status !== 200)
        return { passed: false, asked: [], pictures: 0, reason: String(scan.body.error.code) };
      const asked: ChallengeStep[] = [];
      let pictures = 1;
      let { body } = await sendPictures(app, token, scan.body.scan_id, { image: base64(first) });
      while (body.outcome === 'challenge_required') {
        const step: ChallengeStep = body.scan.challenge[0];
        asked.push(step);
        const frames = await answer(step);
        if (!frames) return { passed: false, asked, pictures, reason: 'no_picture' };
        pictures += frames.length;
        ({ body } = await sendPictures(app, token, scan.body.scan_id, { frames: frames.map(base64) }));
      }
      const reason = body.error?.code ?? body.reason ?? body.outcome;
      return { passed: body.success === true, asked, pictures, reason: String(reason) };
    },
    close: () => app.close(),
  };
}

export type Target = Awaited<ReturnType<typeof openTarget>>;
