import { type Scene, sceneImage } from './scripted-engine.ts';
import type { TestApp } from './test-app.ts';

type App = Pick<TestApp, 'call'>;

/** Opens a scan and sends its first picture, as the camera page does. Answers the error where no scan is opened. */
export async function markByFace(app: App, token: string | undefined, image: string, code?: string) {
  const scan = await app.call('POST', '/user/start-face-scan', { token, body: code ? { code } : {} });
  if (scan.status !== 200) return scan;
  return sendPictures(app, token, scan.body.scan_id, { image });
}

export const sendPictures = (
  app: App,
  token: string | undefined,
  scan_id: string,
  pictures: { image?: string; frames?: string[] },
) => app.call('POST', '/user/mark-attendance-with-image', { token, body: { scan_id, ...pictures } });

/** A scene that shows the movement that was asked for. */
export const sceneOf = (step: string, person: number, nonce: number): Scene => {
  const base = { person, nonce };
  if (step === 'blink') return { ...base, eyes: 0.05 };
  if (step === 'nod') return { ...base, pitch: -20 };
  if (step === 'nearer') return { ...base, eyeDistance: 110 };
  return { ...base, yaw: step === 'turn_left' ? 30 : -30 };
};

/** Does what each step asks until the scan has an outcome. `change` replaces the scene of a step. */
export async function followSteps(
  app: App,
  token: string | undefined,
  asked: { outcome: string; scan: { scan_id: string; challenge: string[]; step: number } },
  person: number,
  change: (scene: Scene, step: number) => Scene | readonly Scene[] = (scene) => scene,
) {
  let answer = asked;
  for (
    let nonce = 5000 + Math.floor(Math.random() * 1e6);
    answer.outcome === 'challenge_required';
    nonce += 10
  ) {
    const { scan_id, challenge, step } = answer.scan;
    const scenes = [change(sceneOf(challenge[0] ?? '', person, nonce), step)].flat();
    answer = (await sendPictures(app, token, scan_id, { frames: scenes.map((scene) => sceneImage(scene)) }))
      .body;
  }
  return answer;
}
