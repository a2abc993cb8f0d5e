import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const MEGABYTE = 1024 * 1024;

let app: TestApp;
let student: string;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  student = (await app.person('S-1')).token;
});
afterAll(() => app.close());

/** Sends a body without a stated length that never ends, and counts the chunks that were read of it. */
async function sendEndless(path: string, token?: string) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(MEGABYTE).fill(0x20));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    'Content-Type': 'application/json',
  };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  const response = await app.app.request(`/api${path}`, init);
  const answer = (await response.json()) as { message: string };
  return { status: response.status, message: answer.message, read };
}

const UPLOADS = [
  '/admin/restore/upload',
  '/admin/import/photos/upload',
  '/admin/import/people/upload',
  '/admin/import/attendance/upload',
];
const IMAGES = [
  '/admin/capture-face',
  '/admin/scan-face',
  '/admin/check-face-detection',
  '/admin/test-camera',
  '/admin/classes/1/identify',
  '/user/mark-attendance-with-image',
  '/user/register-face',
];

describe('the body of a request', () => {
  it.each([...UPLOADS, ...IMAGES, '/admin/notices'])(
    'is not read from somebody who is not signed in: %s',
    async (path) => {
      expect(await sendEndless(path)).toMatchObject({ status: 401, read: 0 });
    },
  );

  it('is not read from somebody who may not send it', async () => {
    for (const path of UPLOADS)
      expect(await sendEndless(path, student)).toMatchObject({ status: 403, read: 0 });
  });

  it.each([
    ['/user/login', 0.015, 'The request is too large.'],
    ['/admin/notices', 1, 'The request is too large.'],
    ['/admin/import/people/upload', 20, 'The file is larger than 20 MB.'],
    ['/admin/test-camera', 11.2, 'The image is larger than 8 MB.'],
    ['/user/mark-attendance-with-image', 11.2, 'The images are larger than 8 MB together.'],
  ])('without a stated length is counted while it arrives: %s', async (path, megabytes, message) => {
    const token = path.startsWith('/user/mark') ? student : await app.adminToken();
    const { read, ...answer } = await sendEndless(path, token);
    expect(answer).toEqual({ status: 413, message });
    expect(read).toBe(Math.floor(megabytes) + 1);
  });

  it('with a stated length above the limit is refused before a byte is read', async () => {
    const headers = {
      Authorization: `Bearer ${await app.adminToken()}`,
      'Content-Length': String(9 * 1024 * MEGABYTE),
    };
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('read')) }, { highWaterMark: 0 });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const response = await app.app.request('/api/admin/restore/upload', init);
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { message: 'The file is larger than 8 GB.' },
    ]);
  });
});

describe('an upload that stops arriving', () => {
  afterEach(() => void vi.useRealTimers());

  it('is given up after a minute of silence, not after any time in all', async () => {
    const headers = { Authorization: `Bearer ${await app.adminToken()}` };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let chunks = 0;
    let fallSilent = () => {};
    const isSilent = new Promise<void>((done) => {
      fallSilent = done;
    });
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          chunks += 1;
          // Ten minutes in all, never more than 59 s at once.
          if (chunks > 10) return fallSilent();
          await vi.advanceTimersByTimeAsync(59_000);
          controller.enqueue(new Uint8Array(10).fill(0x20));
        },
      },
      { highWaterMark: 0 },
    );
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
    const answer = Promise.resolve(app.app.request('/api/admin/import/people/upload', init));
    await isSilent;
    await vi.advanceTimersByTimeAsync(60_000);
    const response = await answer;
    expect([response.status, await response.json()]).toMatchObject([
      408,
      { error: { code: 'upload_stalled' } },
    ]);
  });
});

describe('an image in JSON', () => {
  const send = async (bytes: number) =>
    app.call('POST', '/admin/check-face-detection', {
      token: await app.adminToken(),
      body: { image: `data:image/jpeg;base64,${Buffer.alloc(bytes).toString('base64')}` },
    });

  it('is judged by its decoded size: 8 MB are read, one byte more is said to be larger', async () => {
    const whole = await send(8 * MEGABYTE);
    expect(whole.body.message).not.toContain('8 MB');
    const larger = await send(8 * MEGABYTE + 1);
    expect([larger.status, larger.body.message]).toEqual([400, 'The image is larger than 8 MB.']);
    const far = await send(12 * MEGABYTE);
    expect([far.status, far.body.message]).toEqual([413, 'The image is larger than 8 MB.']);
  });
});

describe('text that cannot be stored', () => {
  const NUL = '\u0000';
  const HALF = '\ud800';

  it.each([NUL, HALF, `pair ${HALF}${HALF}`])('is refused with the name of the field: %j', async (text) => {
    const { status, body } = await app.admin('POST', '/admin/notices', { title: 'x', content: `a${text}b` });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ['content']]);
  });

  it('is refused in names of fields, in lists and before anybody signs in', async () => {
    expect((await app.admin('PUT', '/admin/classes/1/roster', { user_ids: ['a', NUL] })).status).toBe(400);
    expect((await app.call('POST', '/user/login', { body: { [`x${NUL}`]: 1 } })).status).toBe(400);
    const login = { username: `a${NUL}b`, password: 'x' };
    expect((await app.call('POST', '/user/login', { body: login })).status).toBe(400);
  });

  it('is refused in paths and queries', async () => {
    for (const path of [
      '/profile/%00',
      '/admin/users?search=%00',
      '/admin/users?%00=1',
      '/admin/audit?about=a%00',
    ]) {
      expect([path, (await app.admin('GET', path)).status]).toEqual([path, 400]);
    }
  });

  it('does not include emoji, escaped or not', async () => {
    const body = '{"title":"\\ud83d\\ude00 😀","content":"x"}';
    const { status } = await app.call('POST', '/admin/notices', { token: await app.adminToken(), body });
    expect(status).toBe(200);
  });
});
