import {
  digestOfBody,
  KIOSK_KEY,
  type SignedCall,
  signCall,
  toBase64Url,
} from '@rollcall/core/attendance/kiosk/kiosk-signature.rules';
import { type Scene, sceneImage } from './scripted-engine.ts';
import type { TestApp } from './test-app.ts';

type App = Pick<TestApp, 'app' | 'call' | 'clock' | 'admin'>;

export const KIOSK_SETTINGS = {
  name: 'Main door',
  place: 'Hall',
  scope: { of: 'everyone' },
  direction: 'in',
  means: ['face', 'pin'],
  language: 'en',
  sound: true,
  liveness: 'burst',
  strangers_in: 1000,
};

/** A device that can become a kiosk: it has a key, counts its requests and signs them. */
export async function createDevice(app: App) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KIOSK_KEY, false, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  let counter = 0;
  let kioskId = '';
  let server: Pick<App, 'app'> = app;

  /** Sends a request as signed, but for what a test changes about it. */
  const send = async (
    method: string,
    path: string,
    { body, signed = {}, sent = {}, key = privateKey }: Tampering = {},
  ) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    counter += 1;
    const call: SignedCall = {
      kioskId,
      method,
      path: `/api${path}`,
      digest: await digestOfBody(text),
      time: app.clock.now().getTime(),
      counter,
      ...signed,
    };
    const authorization = sent.authorization ?? (await signCall(key, call));
    const json = body === undefined ? {} : { body: sent.body ?? text };
    const response = await server.app.request(`/api${sent.path ?? path}`, {
      method: sent.method ?? method,
      headers: {
        Authorization: authorization,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...json,
    });
    return { status: response.status, body: await response.json(), authorization };
  };

  return {
    /** The header of a request as it is sent. */
    async sign(method: string, path: string, body: string | Uint8Array<ArrayBuffer>): Promise<string> {
      counter += 1;
      const time = app.clock.now().getTime();
      return signCall(privateKey, { kioskId, method, path, digest: await digestOfBody(body), time, counter });
    },
    publicKey: toBase64Url(raw),
    privateKey,
    send,
    get kioskId() {
      return kioskId;
    },
    /** Asks for a code. */
    async code(): Promise<string> {
      const { body } = await app.call('POST', '/kiosk/pairings', { body: { public_key: toBase64Url(raw) } });
      return body.code;
    },
    become: (id: string) => {
      kioskId = id;
    },
    /** Sends to another server of the same institution from now on. */
    talkTo: (other: Pick<App, 'app'>) => {
      server = other;
    },
    /** Goes on counting its requests from an older number, as after its storage was set back. */
    countFrom: (number: number) => {
      counter = number;
    },
    identify: (images: readonly string[]) => send('POST', '/kiosk/identify', { body: { images } }),
  };
}

interface Tampering {
  readonly body?: unknown;
  /** What is signed in place of what is sent. */
  readonly signed?: Partial<SignedCall>;
  /** What is sent in place of what is signed. */
  readonly sent?: {
    readonly method?: string;
    readonly path?: string;
    readonly body?: string;
    readonly authorization?: string;
  };
  readonly key?: CryptoKey;
}

export type TestDevice = Awaited<ReturnType<typeof createDevice>>;

/** Adds a kiosk and pairs a device with it. */
export async function pairKiosk(app: App, settings: object = {}): Promise<TestDevice> {
  const device = await createDevice(app);
  const added = await app.admin('POST', '/admin/kiosks', { ...KIOSK_SETTINGS, ...settings });
  if (added.status !== 200) throw new Error(added.text);
  const paired = await app.admin('POST', `/admin/kiosks/${added.body.kiosk_id}/pair`, {
    code: await device.code(),
  });
  if (paired.status !== 200) throw new Error(paired.text);
  device.become(added.body.kiosk_id);
  return device;
}

let nonce = 0;
/** The pictures of one look into the camera: the head moves a little, as that of a living person does. */
export const lookOf = (scene: Scene, count = 3): string[] =>
  Array.from({ length: count }, (_, at) => sceneImage({ yaw: 3 * at, ...scene, nonce: ++nonce }));
